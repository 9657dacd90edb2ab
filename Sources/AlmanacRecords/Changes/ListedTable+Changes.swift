// What a person does to records, each telling what it did. Inside a write.
public import Databases
import LiveQueries
import StructuredQueries

/// A trigger of the file did something else with a record than what was asked for: nothing was changed.
public struct RefusedByTrigger: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Outcome: Hashable, Sendable {
    case notAdded, notChanged, notDeleted
  }

  public var outcome: Outcome
  public var table: String
  /// `nil` of a new record.
  public var id: RecordID?

  public var description: String {
    let record = id.map { "record \($0) of \(table)" } ?? "the record"
    return switch outcome {
    case .notAdded: "A trigger of the file keeps \(record) out of \(table)."
    case .notChanged: "A trigger, or a column's type, keeps \(record) as it is."
    case .notDeleted: "A trigger of the file keeps \(record) from being deleted."
    }
  }
}

extension ListedTable {
  /// Adds a record that holds these values, and in its other columns their defaults. Throws `EMailTaken` where another
  /// record has the address, and `RefusedByTrigger`. A caller that never takes it back may give another limit.
  public func add(
    _ values: ExactRow, byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    try refuseTakenEMail(in: values, db)
    let columns = columns.filter { values[$0] != nil }
    let names = columns.map(\.quotedName).joined(separator: ", ")
    let list = columns.map { values[$0]!.fragment }.joined(separator: ", ")
    let keys = identityColumns.joined(separator: ", ")
    let change = try BookChange.recording([], of: name, byteLimit: byteLimit, db) {
      let insert: QueryFragment = "INSERT INTO \(raw: quoted)(\(raw: names)) VALUES (\(list)) RETURNING \(raw: keys)"
      return try db.withStatement(insert.sql) { statement in
        try insert.bind(to: statement)
        guard try statement.step() else { return [] }
        let id = identity(statement)
        // Only then does SQLite make what it has returned.
        _ = try statement.step()
        return [id]
      }
    }
    try change.requireRecorded()
    guard change.rows.first?.after != nil else { throw RefusedByTrigger(outcome: .notAdded, table: name) }
    return change
  }

  /// Turns a column of records from yes to no and from no to yes; those that have gone are passed over. Throws
  /// `RefusedByTrigger`. A caller that never takes it back may give another limit.
  public func toggle(
    _ column: String, of ids: [RecordID], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let toggled = column.quotedName
    let change = try BookChange.recording(ids, of: name, byteLimit: byteLimit, db) {
      for id in ids {
        try db.execute("UPDATE \(quoted) SET \(toggled) = NOT \(toggled) WHERE \(isRecord)", exactly: id.values)
      }
      return []
    }
    try change.requireRecorded()
    let changed = change.rows.filter { $0.before?[column] != $0.after?[column] }
    try requireNone(of: Set(ids).subtracting(changed.map(\.id)), .notChanged, db)
    return change
  }

  /// Deletes records; those that have gone already are passed over. Throws `RefusedByTrigger`.
  public func delete(
    _ ids: [RecordID], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let change = try BookChange.recording(ids, of: name, byteLimit: byteLimit, db) {
      for id in ids { try delete(id, db) }
      return []
    }
    try change.requireRecorded()
    let deleted = change.rows.filter { $0.after == nil }
    try requireNone(of: Set(ids).subtracting(deleted.map(\.id)), .notDeleted, db)
    return change
  }

  /// Deletes records and keeps nothing of them, so there may be any number of any size. Returns those that there were.
  /// Throws `RefusedByTrigger`.
  public func deleteForGood(_ ids: [RecordID], _ db: Database) throws -> [RecordID] {
    // Asked first: a trigger may delete one record with another.
    let present = try ids.filter { try isThere($0, db) }
    for id in ids { try delete(id, db) }
    try requireNone(of: Set(ids), .notDeleted, db)
    return present
  }

  private func delete(_ id: RecordID, _ db: Database) throws {
    try db.execute("DELETE FROM \(quoted) WHERE \(isRecord)", exactly: id.values)
  }

  /// Throws `RefusedByTrigger` where one of the records is there.
  func requireNone(of ids: Set<RecordID>, _ outcome: RefusedByTrigger.Outcome, _ db: Database) throws {
    for id in ids.inTableOrder where try isThere(id, db) {
      throw RefusedByTrigger(outcome: outcome, table: name, id: id)
    }
  }

  private func isThere(_ id: RecordID, _ db: Database) throws -> Bool {
    try withRecord(id, "SELECT 1", db) { try $0.step() }
  }
}
