// Writes what a person typed over what they saw.
public import Databases
import StructuredQueries

/// There is no such record, or none any more.
public struct RecordGone: Error, Hashable, Sendable, CustomStringConvertible {
  public var table: String
  public var id: RecordID

  public init(table: String, id: RecordID) {
    self.table = table
    self.id = id
  }

  public var description: String { "There is no record \(id) in \(table)." }
}

extension ListedTable {
  /// The record as it stands, every column to the byte; `nil` where there is none. Throws `DatabaseError` also where a
  /// row can't hold the columns, since a `String` takes two of their names for one. Inside a read.
  public func exactRow(_ id: RecordID, _ db: Database) throws -> ExactRow? { try exactRowAndColumns(id, db)?.row }

  /// The same, with the columns in their order.
  func exactRowAndColumns(_ id: RecordID, _ db: Database) throws -> (row: ExactRow, columns: [String])? {
    try withRecord(id, "SELECT *", db) { statement in
      guard try statement.step() else { return nil }
      var row = ExactRow()
      let columns = statement.columnNames
      for (place, column) in columns.enumerated() {
        guard row.updateValue(statement.exactValue(place), forKey: column) == nil else {
          throw DatabaseError(code: 1, message: "two columns of \(name) have names that only their bytes tell apart")
        }
      }
      return (row, columns)
    }
  }

  /// Writes columns of a record; the other columns stay. Inside a write.
  ///
  /// Throws `RecordGone` where there is no such record, `ChangeConflict` where a column of `seen` does not hold any more
  /// what was seen there: what someone else has written meanwhile is not overwritten unseen, and `EMailTaken` where the
  /// record is given an address that another one has, and `RefusedByTrigger` where none of the columns holds another value
  /// afterwards. The change is empty where every column held its value already. A caller that never takes it back may
  /// give another limit.
  public func edit(
    _ id: RecordID, _ values: ExactRow, seen: ExactRow = [:], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    guard let row = try exactRow(id, db) else { throw RecordGone(table: name, id: id) }
    guard seen.allSatisfy({ row[$0.key] == $0.value }) else { throw ChangeConflict(table: name, id: id) }
    let columns = values.keys.sorted().filter { values[$0] != row[$0] }
    guard !columns.isEmpty else { return BookChange(rows: []) }
    try refuseTakenEMail(in: values.filter { columns.contains($0.key) }, except: id, db)
    let change = try BookChange.recording([id], of: name, byteLimit: byteLimit, db) {
      let assignments = columns.map { "\($0.quotedName) = ?" }.joined(separator: ", ")
      try db.execute(
        "UPDATE \(quoted) SET \(assignments) WHERE \(isRecord)", exactly: columns.map { values[$0]! } + id.values)
      return []
    }
    try change.requireRecorded()
    guard let edited = change.rows.first, edited.after != nil,
      columns.contains(where: { edited.before?[$0] != edited.after?[$0] })
    else { throw RefusedByTrigger(outcome: .notChanged, table: name, id: id) }
    return change
  }
}
