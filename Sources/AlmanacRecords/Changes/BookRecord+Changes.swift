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
  /// Adds a user.
  public static func add(name: String, email: String, active: Bool = true, _ db: Database) throws -> BookChange {
    try BookChange.recording([], of: tableName, db) {
      let id = try insert { Draft(name: name, email: email, active: active) }.returning(\.id).fetchOne(db)
      return id.map { [$0] } ?? []
    }
  }

  /// Makes active users inactive and inactive ones active; those that have gone are passed over.
  public static func toggle(_ ids: [Int], _ db: Database) throws -> BookChange {
    try BookChange.recording(ids, of: tableName, db) {
      for id in ids { try find(id).update { $0.active.toggle() }.execute(db) }
      return []
    }
  }

  /// Makes an active user inactive and an inactive one active.
  public static func toggle(_ id: Int, _ db: Database) throws -> BookChange { try toggle([id], db) }
}

extension BookRecord {
  /// Deletes records; those that have gone already are passed over.
  public static func delete(_ ids: [Int], _ db: Database) throws -> BookChange {
    try BookChange.recording(ids, of: tableName, db) {
      for id in ids {
        try db.execute("DELETE FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?", [.integer(id)])
      }
      return []
    }
  }
}
