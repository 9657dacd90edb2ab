// Which records reference a record, against SQLite's own check of the foreign keys.
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct KeyComparisonTests {
  private static let types = [
    "INTEGER", "INT", "REAL", "NUMERIC", "TEXT", "BLOB", "", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM",
    "COLLATE NOCASE", "INT COLLATE NOCASE",
  ]

  private static let values = [
    "1", "'1'", "'01'", "' 1'", "'1 '", "1.0", "'1.0'", "1.5", "'1.5'", "'a'", "'A'", "'a '", "x'61'", "x'31'", "NULL",
    "9007199254740993", "9007199254740992.0", "'9007199254740993'", "1e20", "'1e20'", "'1.0e+20'", "'1E20'", "''",
    "9e999", "'Inf'", "-1", "'-1'", "0", "'0'", "0.5", "'.5'",
  ]

  private struct TakenBack: Error {}

  @Test("REAL-34: what names a record is what SQLite's check of foreign keys means, for each pair of types")
  func oracle() async throws {
    try await withDatabase { connection in
      for parent in Self.types.map({ "k \($0) UNIQUE" }) + ["k INTEGER PRIMARY KEY"] {
        await #expect(throws: TakenBack.self) {
          try await connection.write { db in
            for child in Self.types { try Self.check(parent: parent, child: child, db) }
            // The foreign keys are broken, so nothing is committed.
            throw TakenBack()
          }
        }
      }
    }
  }

  /// With a single record in the table, each row that SQLite's check does not report references that record.
  private static func check(parent: String, child: String, _ db: Database) throws {
    try db.execute(
      """
      PRAGMA defer_foreign_keys = ON; DROP TABLE IF EXISTS child; DROP TABLE IF EXISTS parent; DROP TABLE IF EXISTS kept;
      CREATE TABLE kept(\(parent)); CREATE TABLE parent(\(parent));
      CREATE TABLE child(c \(child) REFERENCES parent(k));
      """)
    for value in values {
      // Some values are no rowid, and some are equal to others.
      try? db.execute("INSERT OR IGNORE INTO kept SELECT \(value) WHERE \(value) IS NOT NULL")
      try db.execute("INSERT INTO child VALUES (\(value))")
    }
    let shapes = try TableShape.all(db)
    let naming = try #require(ForeignKeyGraph(shapes).naming(shapes.first { $0.name == "parent" }!).first)
    for id in try db.integers("SELECT rowid FROM kept") {
      try db.execute("DELETE FROM parent; INSERT INTO parent SELECT k FROM kept WHERE rowid = \(id)")
      let missing = Set(try db.integers("SELECT rowid FROM pragma_foreign_key_check('child')"))
      let expected = try db.integers("SELECT rowid FROM child WHERE c IS NOT NULL").filter { !missing.contains($0) }
      let value = try db.withStatement("SELECT k FROM parent") { statement in
        _ = try statement.step()
        return statement.exactValue(0)
      }
      let condition = try #require(RecordFilter(naming: naming, values: [value])).condition
      let found = try db.withStatement("SELECT rowid FROM child WHERE \(condition.sql) ORDER BY rowid") { statement in
        try condition.bind(to: statement)
        var found: [Int] = []
        while try statement.step() { found.append(statement.integer(0)) }
        return found
      }
      #expect(found == expected, "\(value) of \(parent) by \(child)")
    }
  }
}
