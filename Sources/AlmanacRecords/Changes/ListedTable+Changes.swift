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
  public var id: Int?

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
    let names = columns.map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    let list = columns.map { values[$0]!.fragment }.joined(separator: ", ")
    let change = try BookChange.recording([], of: name, byteLimit: byteLimit, db) {
      let insert: QueryFragment = "INSERT INTO \(raw: quoted)(\(raw: names)) VALUES (\(list)) RETURNING \"id\""
      return try SQLQuery<Int>(insert).fetchOne(db).map { [$0] } ?? []
    }
    try change.requireRecorded()
    guard change.rows.first?.after != nil else { throw RefusedByTrigger(outcome: .notAdded, table: name) }
    return change
  }

  /// Turns a column of records from yes to no and from no to yes; those that have gone are passed over. Throws
  /// `RefusedByTrigger`. A caller that never takes it back may give another limit.
  public func toggle(
    _ column: String, of ids: [Int], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let toggled = QueryFragment(quote: column).sql
    let change = try BookChange.recording(ids, of: name, byteLimit: byteLimit, db) {
      for id in ids {
        try db.execute("UPDATE \(quoted) SET \(toggled) = NOT \(toggled) WHERE id = ?", [.integer(id)])
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
    _ ids: [Int], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
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
  public func deleteForGood(_ ids: [Int], _ db: Database) throws -> [Int] {
    // Asked first: a trigger may delete one record with another.
    let present = try ids.filter { try isThere($0, db) }
    for id in ids { try delete(id, db) }
    try requireNone(of: Set(ids), .notDeleted, db)
    return present
  }

  private func delete(_ id: Int, _ db: Database) throws {
    try db.execute("DELETE FROM \(quoted) WHERE id = ?", [.integer(id)])
  }

  /// Throws `RefusedByTrigger` where one of the records is there.
  func requireNone(of ids: Set<Int>, _ outcome: RefusedByTrigger.Outcome, _ db: Database) throws {
    for id in ids.sorted() where try isThere(id, db) {
      throw RefusedByTrigger(outcome: outcome, table: name, id: id)
    }
  }

  private func isThere(_ id: Int, _ db: Database) throws -> Bool {
    try db.withStatement("SELECT 1 FROM \(quoted) WHERE id = ?") { statement in
      try statement.bind(id, at: 1)
      return try statement.step()
    }
  }
}
