// What a person does to records, each telling what it did. Inside a write.
public import Databases
import LiveQueries
import StructuredQueries

extension Fact {
  /// Adds a fact.
  public static func add(body: String, _ db: Database) throws -> BookChange {
    try BookChange.recording([], of: tableName, db) {
      let id = try insert { Draft(body: body) }.returning(\.id).fetchOne(db)
      return id.map { [$0] } ?? []
    }
  }
}

extension User {
  /// Adds a user. Throws `EMailTaken` where another one has the address.
  public static func add(name: String, email: String, active: Bool = true, _ db: Database) throws -> BookChange {
    try refuseTakenEMail(in: ["email": .text(email)], db)
    return try BookChange.recording([], of: tableName, db) {
      let id = try insert { Draft(name: name, email: email, active: active) }.returning(\.id).fetchOne(db)
      return id.map { [$0] } ?? []
    }
  }

  /// Makes active users inactive and inactive ones active; those that have gone are passed over. Who never takes it
  /// back may give another limit.
  public static func toggle(
    _ ids: [Int], byteLimit: Int = BookChange.byteLimit, _ db: Database
  ) throws -> BookChange {
    try BookChange.recording(ids, of: tableName, byteLimit: byteLimit, db) {
      for id in ids { try find(id).update { $0.active.toggle() }.execute(db) }
      return []
    }
  }
}

extension BookRecord {
  /// Deletes records; those that have gone already are passed over.
  public static func delete(
    _ ids: [Int], byteLimit: Int = BookChange.byteLimit, _ db: Database
  ) throws -> BookChange {
    try BookChange.recording(ids, of: tableName, byteLimit: byteLimit, db) {
      _ = try deleteForGood(ids, db)
      return []
    }
  }

  /// Deletes records and keeps nothing of them, so there may be any number of any size. Returns those that there were.
  public static func deleteForGood(_ ids: [Int], _ db: Database) throws -> [Int] {
    let sql = "DELETE FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?"
    return try ids.filter { id in
      try db.execute(sql, [.integer(id)])
      return db.changedRowCount == 1
    }
  }
}
