// Names that differ for SQLite by their bytes, and are equal as Strings.
import Databases
import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ByteNameTests {
  /// Adds two columns with these bytes as names to `facts`.
  private func addColumns(_ first: String, _ second: String, _ book: TemporaryBook) async throws {
    try RawConnection(book.path).run(
      """
      INSERT INTO facts(body) VALUES ('Honey keeps.');
      ALTER TABLE facts ADD COLUMN first_new; ALTER TABLE facts ADD COLUMN second_new;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(replace(sql, 'first_new', CAST(\(first) AS TEXT)),
        'second_new', CAST(\(second) AS TEXT)) WHERE name = 'facts';
      PRAGMA schema_version = 1000;
      """)
    try await book.connection.lookForOutsideChanges()
  }

  @Test(
    "where columns can't be told apart nothing is changed that could not be taken back",
    arguments: [
      ("x'C3A9'", "x'65CC81'", "two columns of facts have names that only their bytes tell apart"),
      ("x'78FF'", "x'78FE'", "a column of facts has a name that is not UTF-8"),
    ])
  func columns(_ first: String, _ second: String, _ reason: String) async throws {
    try await withTemporaryBook { book in
      try await addColumns(first, second, book)
      let connection = book.connection
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.read { db in try ListedTable.facts.exactRow(1, db) }
      }
      #expect(error?.message == "two columns of facts have names that only their bytes tell apart")
      await #expect(throws: DatabaseError.self) {
        try await connection.write { db in try ListedTable.facts.edit(1, ["body": .text("x")], db) }
      }
      await #expect(throws: CantBeUndone(reason: reason)) {
        try await connection.write { db in try ListedTable.facts.add(["body": .text("x")], db) }
      }
      await #expect(throws: CantBeUndone(reason: reason)) {
        try await connection.write { db in try ListedTable.facts.toggle("id", of: [1], db) }
      }
      await #expect(throws: CantBeUndone(reason: reason)) {
        try await connection.write { db in try ListedTable.facts.delete([1], db) }
      }
      let left = try await connection.query("SELECT count(*) FROM facts")
      #expect(left.map(\.values) == [[1]])
    }
  }

  @Test("one name that is not UTF-8 stops undo too")
  func oneColumn() async throws {
    try await withTemporaryBook { book in
      try await addColumns("x'78FF'", "'plain'", book)
      await #expect(throws: CantBeUndone(reason: "a column of facts has a name that is not UTF-8")) {
        try await book.connection.write { db in try ListedTable.facts.edit(1, ["body": .text("x")], db) }
      }
    }
  }

  @Test("rows that a cascade removes from two tables come back to both, where only bytes tell the tables apart")
  func tables() async throws {
    let (composed, decomposed) = ("\"\u{E9}\"", "\"e\u{301}\"")
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE parents(id INTEGER PRIMARY KEY);
          CREATE TABLE \(composed)(id INTEGER PRIMARY KEY, parent REFERENCES parents ON DELETE CASCADE);
          CREATE TABLE \(decomposed)(id INTEGER PRIMARY KEY, parent REFERENCES parents ON DELETE CASCADE, x);
          INSERT INTO parents VALUES (1), (2);
          INSERT INTO \(composed) VALUES (10, 1), (11, 2);
          INSERT INTO \(decomposed) VALUES (10, 1, 'tea'), (12, 2, 'salt');
          """)
      }
      let log = try await connection.write { db in
        try db.recordingRows { try db.execute("DELETE FROM parents WHERE id = 1") }.log
      }
      #expect(log.rows.count == 3)
      let (first, second) = ("SELECT id FROM \(composed)", "SELECT id, x FROM \(decomposed)")
      let left = try await connection.query(first) + connection.query(second)
      #expect(left.map(\.values) == [[11], [12, "salt"]])
      _ = try await connection.write { db in try db.replay(log.inverse) }
      let undone = try await connection.query(first) + connection.query(second)
      #expect(undone.map(\.values) == [[10], [11], [10, "tea"], [12, "salt"]])
    }
  }

  @Test("indexes follow their triggers where only bytes tell the triggers or the indexes apart")
  func triggers() async throws {
    let (composed, decomposed) = ("\"\u{E9}\"", "\"e\u{301}\"")
    let schema = """
      CREATE TABLE notes(id INTEGER PRIMARY KEY, text);
      CREATE VIRTUAL TABLE first USING fts5(text);
      CREATE VIRTUAL TABLE second USING fts5(text);
      CREATE TRIGGER \(composed) AFTER UPDATE ON notes
        BEGIN UPDATE first SET text = new.text WHERE rowid = new.id; END;
      CREATE TRIGGER \(decomposed) AFTER UPDATE ON notes
        BEGIN UPDATE second SET text = new.text WHERE rowid = new.id; END;
      INSERT INTO notes VALUES (1, 'honey');
      INSERT INTO first(rowid, text) VALUES (1, 'honey');
      INSERT INTO second(rowid, text) VALUES (1, 'honey');
      """
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      let log = try await connection.write { db in
        try db.recordingRows { try db.execute("UPDATE notes SET text = 'tea'") }.log
      }
      _ = try await connection.write { db in try db.replay(log.inverse) }
      let texts = try await connection.query("SELECT text FROM first UNION ALL SELECT text FROM second")
      #expect(texts.map(\.values) == [["honey"], ["honey"]])
    }
  }

  @Test("two indexes that only bytes tell apart both follow")
  func indexes() async throws {
    let (composed, decomposed) = ("\"\u{E9}\"", "\"e\u{301}\"")
    let schema = """
      CREATE TABLE notes(id INTEGER PRIMARY KEY, text);
      CREATE VIRTUAL TABLE \(composed) USING fts5(text);
      CREATE VIRTUAL TABLE \(decomposed) USING fts5(text);
      CREATE TRIGGER kept AFTER UPDATE ON notes
        BEGIN UPDATE \(composed) SET text = new.text WHERE rowid = new.id; END;
      INSERT INTO notes VALUES (1, 'honey');
      INSERT INTO \(composed)(rowid, text) VALUES (1, 'honey');
      """
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      let log = try await connection.write { db in
        try db.recordingRows {
          try db.execute("UPDATE notes SET text = 'tea'; INSERT INTO \(decomposed)(text) VALUES ('tea')")
        }.log
      }
      #expect(log.virtualTables.count == 2)
      _ = try await connection.write { db in try db.replay(log.inverse) }
      let texts = try await connection.query("SELECT text FROM \(composed) UNION ALL SELECT text FROM \(decomposed)")
      #expect(texts.map(\.values) == [["honey"]])
    }
  }

  @Test(
    "an index follows where its trigger is no UTF-8",
    arguments: [("CAST(x'6669FF7374' AS TEXT)", "'mark'"), ("'plain'", "CAST(x'FF' AS TEXT)")])
  func unreadableTriggers(_ name: String, _ mark: String) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "notes.db").path
      try RawConnection(path).run(
        """
        CREATE TABLE notes(id INTEGER PRIMARY KEY, text);
        CREATE VIRTUAL TABLE search USING fts5(text);
        CREATE TRIGGER a_name AFTER UPDATE ON notes BEGIN
          UPDATE search SET text = new.text || 'a_mark' WHERE rowid = new.id; END;
        INSERT INTO notes VALUES (1, 'honey');
        INSERT INTO search(rowid, text) VALUES (1, 'honey');
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET name = \(name), sql = replace(replace(sql, 'a_name', '"' || \(name) || '"'), 'a_mark', \(mark))
          WHERE name = 'a_name';
        """)
      let connection = try await SQLiteConnection.open(storage: .file(path: path))
      let log = try await connection.write { db in
        try db.recordingRows { try db.execute("UPDATE notes SET text = 'tea'") }.log
      }
      _ = try await connection.write { db in try db.replay(log.inverse) }
      let texts = try await connection.query("SELECT text FROM search WHERE search MATCH 'honey'")
      #expect(texts.map(\.values) == [["honey"]])
      await connection.close()
    }
  }

  @Test("ANY-10: each of two tables is found by its own name, where only bytes tell them apart")
  func eachTableByItsName() async throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE `\(composed)`(a); CREATE TABLE `\(decomposed)`(b)")
      }
      try await connection.read { db in
        #expect(try ListedTable.named(composed, db)?.columns == ["a"])
        #expect(try ListedTable.named(decomposed, db)?.columns == ["b"])
        let tables = try FileTables().fetch(db)
        #expect(tables[composed]?.columns == ["a"])
        #expect(tables[decomposed]?.columns == ["b"])
      }
      try await connection.write { db in
        try db.execute("DROP TABLE `\(decomposed)`; CREATE TABLE `\(decomposed)`(a)")
      }
      try await connection.read { db in
        let tables = (try ListedTable.named(composed, db), try ListedTable.named(decomposed, db))
        #expect(tables.0 != tables.1)
      }
    }
  }
}
