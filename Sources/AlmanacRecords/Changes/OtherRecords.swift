// The effects of a change on other records, by triggers and foreign keys.
import Databases

/// The number of records of a table with the same fate.
public struct OtherRecords: Hashable, Sendable {
  /// The fate of the records.
  public enum Deed: Hashable, Sendable {
    /// They were added, changed or deleted.
    case added, changed, deleted
  }

  /// The fate of the records.
  public var deed: Deed
  /// Their table.
  public var table: String
  /// The number of records.
  public var count: Int

  /// Makes the fate of so many records of a table.
  public init(_ deed: Deed, _ count: Int, of table: String) {
    (self.deed, self.count, self.table) = (deed, count, table)
  }
}

/// The records of a table that disappeared with a change of another record, by a conflict clause, a trigger or a
/// foreign key.
public struct GoneRecords: Hashable, Sendable {
  /// Their table.
  public let table: String
  /// The names of the first records.
  public let names: [String]
  /// The number of records.
  public let count: Int
  /// Whether other records now have their identities.
  public let isReplaced: Bool

  /// The most records that are named.
  static let mostNames = 8

  init(_ table: String, _ names: [String], count: Int, isReplaced: Bool) {
    (self.table, self.names, self.count, self.isReplaced) = (table, names, count, isReplaced)
  }

  /// `record 3 of albums`, `records 3 and 4 of albums`, `12 records of albums`.
  public var description: String {
    guard names.count == count else { return "\(count.counted("record")) of \(table)" }
    return "\(count == 1 ? "record" : "records") \(names.inWords) of \(table)"
  }
}

extension [GoneRecords] {
  /// `replaced record 3 of albums and deleted records 1 and 2 of albums`; empty without records.
  public var deeds: String { map { "\($0.isReplaced ? "replaced" : "deleted") \($0)" }.inWords }
}

extension GoneRecords: CustomStringConvertible {}

extension BookChange {
  /// The records that disappeared in addition to the requested ones.
  public var gone: [GoneRecords] {
    var found: [(table: String, isReplaced: Bool, names: [String])] = []
    let replaced = (rows + others.rows).filter(\.isReplaced)
    let deleted = others.rows.filter { $0.after == nil }
    for (row, isReplaced) in replaced.map({ ($0, true) }) + deleted.map({ ($0, false) }) {
      if let index = found.firstIndex(where: { $0.isReplaced == isReplaced && $0.table == row.table }) {
        found[index].names.append("\(row.id)")
      } else {
        found.append((row.table, isReplaced, ["\(row.id)"]))
      }
    }
    return found.map { group in
      let names = Array(group.names.prefix(GoneRecords.mostNames))
      return GoneRecords(group.table, names, count: group.names.count, isReplaced: group.isReplaced)
    }
  }

  /// Whether it also changes or deletes records that were not requested. A view's triggers delete at least the rows
  /// that its records show.
  public var reachesOthers: Bool {
    isOfView
      ? others.rows.count { $0.after == nil } > rows.count { $0.after == nil }
      : others.rows.contains { $0.before != nil }
  }

  /// The further changes by triggers and foreign keys, in their order.
  public var otherRecords: [OtherRecords] { others.rows.effects }
}

extension [RowChange] {
  /// The number of changes by table and deed, in their order.
  var effects: [OtherRecords] {
    var found: [OtherRecords] = []
    for row in self {
      let deed: OtherRecords.Deed = row.before == nil ? .added : row.after == nil ? .deleted : .changed
      if let index = found.firstIndex(where: { $0.deed == deed && $0.table.isSameName(as: row.table) }) {
        found[index].count += 1
      } else {
        found.append(OtherRecords(deed, 1, of: row.table))
      }
    }
    return found
  }
}
