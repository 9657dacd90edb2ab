// The read set of a query, and the batches that affect it.

import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ReadSetTests {
  private let schema = """
    CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT, note TEXT);
    CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIEW v AS SELECT f.id, u.name FROM facts f JOIN users u ON u.id = f.id;
    """

  private func reads(_ sql: String, schema more: String = "") async throws -> [String: Set<String>] {
    try await withDatabase { [schema] connection in
      try await connection.write { try $0.execute(schema + more) }
      return try await connection.read { db in try db.recordingReads { try db.rows(sql) }.reads.tables }
    }
  }

  @Test func tablesColumnsAndRows() async throws {
    #expect(try await reads("SELECT Body FROM Facts") == ["facts": ["body"]])
    #expect(try await reads("SELECT count(*) FROM facts") == ["facts": [""]])
    #expect(
      try await reads("SELECT body FROM facts WHERE id IN (SELECT id FROM users WHERE name = 'x')") == [
        "facts": ["body", "id"], "users": ["id", "name"],
      ])
    #expect(try await reads("SELECT name FROM v") == ["facts": ["id", ""], "users": ["id", "name"], "v": ["name"]])
  }

  @Test("ANY-12: the columns that only USING or NATURAL compares are read, in a view too, and so are their tables")
  func joinsByNames() async throws {
    let more = """
      CREATE TABLE a(k, x, y); CREATE TABLE b(k, z); CREATE INDEX bk ON b(k); CREATE TABLE c(k);
      CREATE VIEW used AS SELECT x FROM a JOIN b USING (k); CREATE VIEW outer_used AS SELECT x FROM used;
      """
    #expect(
      try await reads("SELECT x FROM a NATURAL JOIN b", schema: more) == ["a": ["k", "x", "y"], "b": ["k", "z"]])
    #expect(
      try await reads("SELECT y FROM a LEFT JOIN c USING(k)", schema: more) == ["a": ["k", "x", "y"], "c": ["k"]])
    let view: [String: Set<String>] = ["a": ["k", "x", "y"], "b": ["k", "z"], "used": ["x"]]
    #expect(try await reads("SELECT x FROM used", schema: more) == view)
    #expect(try await reads("SELECT x FROM outer_used", schema: more) == view.merging(["outer_used": ["x"]]) { $1 })
  }

  @Test func virtualTablesStandForTheirShadows() async throws {
    let fts = "CREATE VIRTUAL TABLE search USING fts5(body, content='facts', content_rowid='id');"
    let query = "SELECT body FROM search WHERE search MATCH 'cat'"
    let insert = "INSERT INTO facts VALUES(1,'a cat',''); INSERT INTO search(search) VALUES('rebuild');"
    let (first, second) = try await withDatabase(inMemory: true) { [schema] connection in
      try await connection.write { try $0.execute(schema + fts + insert) }
      return try await connection.read { db in
        // The first run compiles the table's own statements; the second is another statement, which compiles none.
        let first = try db.recordingReads { try db.rows(query) }
        let second = try db.recordingReads { try db.rows(query + " LIMIT 5") }
        return (first, second)
      }
    }
    #expect(first.value.map(\.values) == [["a cat"]])
    #expect(first.reads.tables.keys.sorted() == ["facts", "search"])
    #expect(first.reads.tables["facts"]?.contains("body") == true)
    #expect(second.reads.tables.keys.sorted() == ["facts", "search"])
    #expect(try await reads("SELECT count(*) FROM search_data", schema: fts) == ["search": [""]])
  }

  @Test func recordingsNest() async throws {
    try await withDatabase(inMemory: true) { [schema] connection in
      try await connection.write { try $0.execute(schema) }
      let (inner, outer) = try await connection.read { db in
        try db.recordingReads {
          _ = try db.integers("SELECT id FROM users")
          return try db.recordingReads { try db.integers("SELECT count(*) FROM facts") }.reads
        }
      }
      #expect(inner.tables == ["facts": [""]])
      // SQLite reports a rowid alone as no column: next to it, it reports the rows themselves.
      #expect(outer.tables == ["facts": [""], "users": ["id", ""]])
    }
  }

  @Test func aCachedStatementFollowsTheSchema() async throws {
    try await withDatabase { [schema] connection in
      try await connection.write { try $0.execute(schema) }
      let query: @Sendable (Database) throws -> ReadSet = { db in
        try db.recordingReads { try db.rows("SELECT * FROM v") }.reads
      }
      #expect(try await connection.read(query).tables["facts"] == ["id", ""])
      try await connection.write { try $0.execute("DROP VIEW v; CREATE VIEW v AS SELECT note FROM facts") }
      #expect(try await connection.read(query).tables["facts"]?.contains("note") == true)
    }
  }

  @Test("SD-28: an update of a column that was not read does not meet the read set")
  func whatMeets() {
    let reads = ReadSet(tables: ["facts": ["id", "body"], "users": [""]])
    func batch(_ tables: [String: TableChange]) -> ChangeBatch {
      ChangeBatch(origin: .own, generation: 1, tables: tables)
    }
    #expect(reads.isMet(by: batch(["facts": TableChange(updated: 1, columns: ["body"])])))
    #expect(!reads.isMet(by: batch(["facts": TableChange(updated: 1, columns: ["note"])])))
    #expect(reads.isMet(by: batch(["facts": TableChange(inserted: 1)])))
    #expect(reads.isMet(by: batch(["facts": TableChange(updated: 1, concernsAllColumns: true)])))
    #expect(!reads.isMet(by: batch(["users": TableChange(updated: 1, columns: ["name"])])))
    #expect(reads.isMet(by: batch(["users": TableChange(deleted: 1)])))
    #expect(!reads.isMet(by: batch(["others": TableChange(deleted: 1)])))
    #expect(!reads.isMet(by: ChangeBatch(origin: .outside)))
    #expect(reads.isMet(by: ChangeBatch(origin: .outside, gap: "the log was restarted")))
    #expect(reads.isMet(by: ChangeBatch(origin: .own, generation: 1, schemaChanged: true)))
    #expect(ReadSet(tables: ["sqlite_sequence": ["seq"]]).isMet(by: batch(["users": TableChange(inserted: 1)])))
    #expect(!ReadSet(tables: ["sqlite_schema": ["sql"]]).isMet(by: batch(["users": TableChange(inserted: 1)])))
  }
}
