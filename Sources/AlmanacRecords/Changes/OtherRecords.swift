// What a change of records does to others, by triggers and by foreign keys.
import Databases

/// How many records of a table something is done to.
public struct OtherRecords: Hashable, Sendable {
  /// What happened to the records.
  public enum Deed: Hashable, Sendable {
    /// They were added, changed, deleted.
    case added, changed, deleted
  }

  /// What happened to them.
  public var deed: Deed
  /// Their table.
  public var table: String
  /// How many there are.
  public var count: Int

  /// Tells what happened to so many records of a table.
  public init(_ deed: Deed, _ count: Int, of table: String) {
    (self.deed, self.count, self.table) = (deed, count, table)
  }
}

extension BookChange {
  /// What triggers and foreign keys did besides, in the order in which they did it.
  public var otherRecords: [OtherRecords] {
    var found: [OtherRecords] = []
    for row in others.rows {
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
