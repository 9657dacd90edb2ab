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

extension Fact {
  /// Adds a fact. Throws `RefusedByTrigger`.
  public static func add(body: String, _ db: Database) throws -> BookChange {
    try recordingAddition(db) { try insert { Draft(body: body) }.returning(\.id).fetchOne(db) }
  }
}

extension User {
  /// Adds a user. Throws `EMailTaken` where another one has the address, and `RefusedByTrigger`.
  public static func add(name: String, email: String, active: Bool = true, _ db: Database) throws -> BookChange {
    try refuseTakenEMail(in: ["email": .text(email)], db)
    return try recordingAddition(db) {
      try insert { Draft(name: name, email: email, active: active) }.returning(\.id).fetchOne(db)
    }
  }

  /// Makes active users inactive and inactive ones active; those that have gone are passed over. Throws
  /// `RefusedByTrigger`. A caller that never takes it back may give another limit.
  public static func toggle(
    _ ids: [Int], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let change = try BookChange.recording(ids, of: tableName, byteLimit: byteLimit, db) {
      for id in ids { try find(id).update { $0.active.toggle() }.execute(db) }
      return []
    }
    let toggled = change.rows.filter { $0.before?["active"] != $0.after?["active"] }
    try requireNone(of: Set(ids).subtracting(toggled.map(\.id)), .notChanged, db)
    return change
  }
}

extension BookRecord {
  /// Deletes records; those that have gone already are passed over. Throws `RefusedByTrigger`.
  public static func delete(
    _ ids: [Int], byteLimit: Int = ChangeLog.byteLimit, _ db: Database
  ) throws -> BookChange {
    let change = try BookChange.recording(ids, of: tableName, byteLimit: byteLimit, db) {
      for id in ids { try delete(id, db) }
      return []
    }
    let deleted = change.rows.filter { $0.after == nil }
    try requireNone(of: Set(ids).subtracting(deleted.map(\.id)), .notDeleted, db)
    return change
  }

  /// Deletes records and keeps nothing of them, so there may be any number of any size. Returns those that there were.
  /// Throws `RefusedByTrigger`.
  public static func deleteForGood(_ ids: [Int], _ db: Database) throws -> [Int] {
    try ids.filter { id in
      let wasThere = try isThere(id, db)
      try delete(id, db)
      try requireNone(of: [id], .notDeleted, db)
      return wasThere
    }
  }

  private static func delete(_ id: Int, _ db: Database) throws {
    try db.execute("DELETE FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?", [.integer(id)])
  }

  /// Records the addition of a record, whose identity `body` returns.
  fileprivate static func recordingAddition(_ db: Database, _ body: () throws -> Int?) throws -> BookChange {
    let change = try BookChange.recording([], of: tableName, byteLimit: ChangeLog.byteLimit, db) {
      try body().map { [$0] } ?? []
    }
    guard change.rows.first?.after != nil else { throw RefusedByTrigger(outcome: .notAdded, table: tableName) }
    return change
  }

  /// Throws `RefusedByTrigger` where one of the records is there.
  static func requireNone(of ids: Set<Int>, _ outcome: RefusedByTrigger.Outcome, _ db: Database) throws {
    for id in ids.sorted() where try isThere(id, db) {
      throw RefusedByTrigger(outcome: outcome, table: tableName, id: id)
    }
  }

  private static func isThere(_ id: Int, _ db: Database) throws -> Bool {
    try db.withStatement("SELECT 1 FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?") { statement in
      try statement.bind(id, at: 1)
      return try statement.step()
    }
  }
}
