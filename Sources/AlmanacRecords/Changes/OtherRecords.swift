// What a change of records does to others, by triggers and by foreign keys.
public import Databases

/// How many records of a table something is done to.
public struct OtherRecords: Hashable, Sendable {
  public enum Deed: Hashable, Sendable {
    case added, changed, deleted
  }

  public var deed: Deed
  public var table: String
  public var count: Int

  public init(_ deed: Deed, _ count: Int, of table: String) {
    (self.deed, self.count, self.table) = (deed, count, table)
  }
}

extension ChangeLog {
  /// What was done to records other than these, in the order in which it was.
  public func others(than ids: Set<RecordID> = [], of table: String = "") -> [OtherRecords] {
    var found: [OtherRecords] = []
    for row in rows where !(row.table == table && ids.contains(row.id)) {
      let deed: OtherRecords.Deed = row.before == nil ? .added : row.after == nil ? .deleted : .changed
      if let index = found.firstIndex(where: { $0.deed == deed && $0.table == row.table }) {
        found[index].count += 1
      } else {
        found.append(OtherRecords(deed, 1, of: row.table))
      }
    }
    return found
  }
}

extension ListedTable {
  /// What else would be changed if these records were deleted. Inside a write, which is to be taken back.
  public func others(changedByDeleting ids: [RecordID], _ db: Database) throws -> [OtherRecords] {
    try delete(ids, db).others.others()
  }
}

extension TableShape {
  /// Whether a foreign key changes or deletes records of some table with the record of this one that they name. Inside a
  /// read.
  public func deletionReachesOthers(_ db: Database) throws -> Bool {
    deletionReachesOthers(among: try TableShape.all(db))
  }
}

extension Database {
  /// Runs `body`, inside a write, and tells how many records of ordinary tables it has added, changed and deleted. It keeps
  /// a few bytes of each, however large they are.
  public func countingRows<R>(_ body: () throws -> R) throws -> (value: R, counts: [OtherRecords]) {
    let counter = RowCounter(self)
    return (try withListener(counter, body), counter.counts)
  }
}

/// Counts the rows that a write touches, each once by what has become of it.
private final class RowCounter: RowListener {
  private struct Table {
    let name: String
    let hasRowIDs: Bool
    /// What has become of rows, by rowid.
    var deeds: [Int: OtherRecords.Deed] = [:]
    /// In a table without rowids what was done, each time.
    var count: [OtherRecords.Deed: Int] = [:]
  }

  private unowned let database: Database
  private var tables: [TableKey: Table?] = [:]
  private var order: [TableKey] = []

  init(_ database: Database) { self.database = database }

  package func schemaChanged() {}

  package func rowChanges(_ row: ChangingRow) throws {
    if tables[row.table] == nil {
      var table: Table?
      if case .table(let name, let hasRowIDs)? = try database.schema.kind(row.table), row.table.schema == "main" {
        table = Table(name: name, hasRowIDs: hasRowIDs)
      }
      tables[row.table] = .some(table)
      order.append(row.table)
    }
    guard var table = tables[row.table]! else { return }
    tables[row.table] = .some(nil)
    defer { tables[row.table] = table }
    let deed: OtherRecords.Deed = row.oldRowID == nil ? .added : row.newRowID == nil ? .deleted : .changed
    guard table.hasRowIDs, let rowID = row.newRowID ?? row.oldRowID else {
      table.count[deed, default: 0] += 1
      return
    }
    switch (table.deeds[rowID], deed) {
    case (.added, .deleted): table.deeds[rowID] = nil
    case (.added, _): break
    case (.deleted, .added): table.deeds[rowID] = .changed
    default: table.deeds[rowID] = deed
    }
  }

  /// What was done, the tables in the order in which they were touched.
  var counts: [OtherRecords] {
    order.compactMap { tables[$0] ?? nil }.flatMap { table -> [OtherRecords] in
      let counts = table.deeds.values.reduce(into: table.count) { $0[$1, default: 0] += 1 }
      return [.deleted, .changed, .added].compactMap { deed in
        counts[deed].map { OtherRecords(deed, $0, of: table.name) }
      }
    }
  }
}
