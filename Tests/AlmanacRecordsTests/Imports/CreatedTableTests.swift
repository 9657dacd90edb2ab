// An import into a table that it makes, as a step of undo.
import Foundation
import QueryClients
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite(.recordsIssues, .container)
struct CreatedTableTests {
  /// A database, the place of its steps, and a source.
  private struct Book {
    let connection: SQLiteConnection
    let place: StepPlace
    let source: String

    var keeper: StepKeeper { StepKeeper(place) }
    var path: String { connection.path ?? "" }

    func rows(_ sql: String) throws -> [String] { try RawConnection.rows(sql, on: path) }

    /// Imports the source into a new table.
    func importing(_ table: String = "t", isRehearsed: Bool = false) async throws -> ImportReport {
      var order = ImportOrder(path: source, SourceForm(.csv), isRehearsed: isRehearsed)
      order.creation = NewTable(table, try await order.survey().columns)
      return try await QueryClient().store(for: TableImport(into: table, of: connection))
        .mutate(with: order.kept(by: keeper) { $0.label(intoNew: table) })
    }

    /// Takes the next step, with a keeper of its own. Returns why not.
    func take(isUndo: Bool) async throws -> String {
      let keeper = keeper
      do {
        try await connection.write(keptBy: keeper) { db in
          let step = try #require(keeper.next(isUndo: isUndo, db))
          let made = try (isUndo ? step.change.inverse : step.change).apply(db)
          var taken = step
          taken.change = isUndo ? made.change.inverse : made.change
          return ((), .taken(step.change, isUndo: isUndo, now: taken))
        }
        return "done"
      } catch {
        return "\(error)"
      }
    }

    func labels() async throws -> [[String]] {
      try await connection.read { db in
        let steps = keeper.steps(db)
        return [steps.done.map(\.label), steps.undone.map(\.label)]
      }
    }
  }

  private func withBook(_ text: String, _ schema: String = "", _ body: (Book) async throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute("CREATE TABLE other(a); \(schema)") }
      try await withFolder { folder in
        let source = folder.appending(path: "s.csv").path
        try text.write(toFile: source, atomically: false, encoding: .utf8)
        let path = folder.appending(path: "state/1-2").path
        let place = StepPlace(path: path, folders: [folder.appending(path: "state").path], birth: "5.7")
        try await body(Book(connection: connection, place: place, source: source))
      }
    }
  }

  private static let text = "id,name,,ID\n1,Ann,0.5,007\n2,,1.5,8\n3,\"\",,\n"

  @Test("CIT-07: the table is made with its records, dropped by undo and made again by redo, over restarts")
  func undone() async throws {
    try await withBook(Self.text) { book in
      let report = try await book.importing()
      #expect(report.count == 3 && report.remarks.sentence == nil)
      let dump = "SELECT *, typeof(id), typeof(name), typeof(column3), typeof(ID_2) FROM t"
      let rows = ["1|Ann|0.5|007|integer|text|real|text", "2|NULL|1.5|8|integer|null|real|text", "3|||NULL|"]
      let held = try book.rows(dump)
      #expect(held[0] == rows[0] && held[1] == rows[1] && held[2] == "3||NULL|NULL|integer|text|null|null")
      let schema = try book.rows("SELECT sql FROM sqlite_schema WHERE name = 't'")
      #expect(
        schema == ["CREATE TABLE \"t\"(\n  \"id\" INTEGER,\n  \"name\" TEXT,\n  \"column3\" REAL,\n  \"ID_2\" TEXT\n)"])
      #expect(try await book.labels() == [["Imported 3 records into the new table t"], []])
      for _ in 0..<2 {
        #expect(try await book.take(isUndo: true) == "done")
        #expect(try book.rows("SELECT name FROM sqlite_schema") == ["other"])
        #expect(try await book.labels() == [[], ["Imported 3 records into the new table t"]])
        #expect(try await book.take(isUndo: false) == "done")
        #expect(try book.rows(dump) == held)
      }
    }
  }

  @Test(
    "CIT-07: undo refuses while the table is not as the import left it, and drops it once it is again",
    arguments: [
      ("INSERT INTO t VALUES (4, 'x', 1, 1)", "DELETE FROM t WHERE id = 4", "t has 4 records now, not 3"),
      (
        "UPDATE t SET name = 'b' WHERE id = 1", "UPDATE t SET name = 'Ann' WHERE id = 1",
        "records of t were changed since"
      ),
      ("DELETE FROM t WHERE id = 3", "INSERT INTO t VALUES (3, '', NULL, NULL)", "t has 2 records now, not 3"),
      ("CREATE INDEX i ON t(id)", "DROP INDEX i", "the index i refers to t"),
      (
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END", "DROP TRIGGER g", "the trigger g refers to t"
      ),
      (
        "CREATE TRIGGER g AFTER INSERT ON other BEGIN INSERT INTO \"T\" VALUES (1, 2, 3, 4); END",
        "DROP TRIGGER g",
        "the trigger g refers to t"
      ),
      (
        "CREATE TRIGGER g INSTEAD OF DELETE ON broken BEGIN DELETE FROM[t]; END", "DROP TRIGGER g",
        "the trigger g refers to t"
      ),
      ("CREATE VIRTUAL TABLE f USING fts5(name, content='t')", "DROP TABLE f", "the table f refers to t"),
      ("CREATE TABLE c(x REFERENCES T)", "DROP TABLE c", "the table c refers to t"),
      ("CREATE VIEW v AS SELECT id FROM t", "DROP VIEW v", "the view v refers to t"),
      ("SELECT 1", "VACUUM", ""),
    ])
  func changed(_ change: String, _ back: String, _ reason: String) async throws {
    // Names like the table's in other places.
    let others = """
      CREATE VIEW broken AS SELECT t_, _t, t1, ét FROM nowhere; CREATE TABLE near(t); CREATE INDEX x ON near(t);
      """
    try await withBook(Self.text, others) { book in
      _ = try await book.importing()
      try RawConnection.run(change, on: book.path)
      if !reason.isEmpty {
        let before = try book.rows("SELECT * FROM t")
        #expect(try await book.take(isUndo: true) == reason)
        #expect(try book.rows("SELECT * FROM t") == before)
      }
      try RawConnection.run(back, on: book.path)
      #expect(try await book.take(isUndo: true) == "done")
      #expect(try book.rows("SELECT name FROM sqlite_schema ORDER BY name") == ["broken", "near", "other", "x"])
    }
  }

  @Test("CIT-07: a table with other columns, one that is gone, one with the name again: no step touches them")
  func another() async throws {
    try await withBook(Self.text) { book in
      _ = try await book.importing()
      try RawConnection.run("ALTER TABLE t ADD COLUMN more", on: book.path)
      #expect(try await book.take(isUndo: true) == "t is not the table any more that it was")
      try RawConnection.run("DROP TABLE t", on: book.path)
      #expect(try await book.take(isUndo: true) == "there is no table t any more")
      _ = try await book.importing()
      #expect(try await book.take(isUndo: true) == "done")
      try RawConnection.run("CREATE TABLE T(a)", on: book.path)
      #expect(try await book.take(isUndo: false) == "there is another table t")
      #expect(try book.rows("SELECT sql FROM sqlite_schema WHERE name = 'T'") == ["CREATE TABLE T(a)"])
    }
  }

  @Test("CIT-07: a table with a name that is taken, a line that is wrong, a rehearsal: nothing is made")
  func refused() async throws {
    try await withBook("a,b\n1,2\n3\n") { book in
      await #expect(throws: LineFailure.self) { try await book.importing() }
      try "a,b\n1,2\n3,4\n".write(toFile: book.source, atomically: false, encoding: .utf8)
      #expect(try await book.importing(isRehearsed: true).count == 2)
      await #expect(throws: SourceProblem(description: "There is already a table OTHER.")) {
        try await book.importing("OTHER")
      }
      await #expect(throws: SourceProblem(description: "Names that begin with sqlite_ are SQLite's own.")) {
        try await book.importing("sqlite_x")
      }
      // The file changes between the look and the import.
      var order = ImportOrder(path: book.source, SourceForm(.csv))
      order.creation = NewTable("t", try await order.survey().columns)
      try "b,a\n1,2\n".write(toFile: book.source, atomically: false, encoding: .utf8)
      let later = order
      await #expect(throws: LineFailure.self) {
        try await QueryClient().store(for: TableImport(into: "t", of: book.connection)).mutate(with: later)
      }
      #expect(try book.rows("SELECT name FROM sqlite_schema") == ["other"])
      #expect(try await book.labels() == [[], []])
    }
  }

  @Test("CIT-07: a value that would have ruled out the type that was found: nothing is made, and its line is told")
  func others() async throws {
    try await withBook("") { book in
      for (text, format, more, line) in [
        ("a,b\n1,2\n", SourceFormat.csv, "007,3\n", 3), ("a,b\n1,0.5\n", .csv, "1,2\n\"\",2\n", 4),
        ("a,b\n1.5,\n", .csv, "1.50,\n", 3), ("a\n1.9\n2.25\n", .csv, "1.10\n", 4),
        ("a\n1.5\n", .csv, "9007199254740993\n", 3), ("a\nx\n", .csv, "007\n", nil),
        ("a\n1\n", .csv, "2\n3\n", nil), ("{\"a\":1}\n", .jsonl, "{\"a\":\"1\"}\n", 2),
        ("{\"a\":\"1\"}\n", .jsonl, "{\"a\":1}\n", 2), ("{\"a\":1}\n", .jsonl, "{\"a\":1,\"b\":2}\n", 2),
        ("{\"a\":1}\n{\"a\":\"x\"}\n", .jsonl, "{\"a\":\"1\"}\n", nil),
      ] as [(String, SourceFormat, String, Int?)] {
        try text.write(toFile: book.source, atomically: false, encoding: .utf8)
        var order = ImportOrder(path: book.source, SourceForm(format))
        let columns = try await order.survey().columns
        try (text + more).write(toFile: book.source, atomically: false, encoding: .utf8)
        func failure(of columns: [NewTable.Column]) async throws -> Int? {
          order.creation = NewTable("t", columns)
          let order = order
          do {
            _ = try await QueryClient().store(for: TableImport(into: "t", of: book.connection)).mutate(with: order)
            try RawConnection.run("DROP TABLE t", on: book.path)
            return nil
          } catch let failure as LineFailure {
            #expect("\(failure.error)" == "It has changed since its columns were found: look again.")
            return failure.number
          }
        }
        #expect(try await failure(of: columns) == line, "\(text + more)")
        #expect(try book.rows("SELECT name FROM sqlite_schema") == ["other"])
        // The person chose the type.
        let chosen = columns.map { NewTable.Column(source: $0.source, name: $0.name, type: $0.type) }
        if !more.contains("b") { #expect(try await failure(of: chosen) == nil, "\(text + more)") }
      }
    }
  }

  @Test("CIT-07: a step whose program was killed before it was settled counts if the table is there")
  func killed() async throws {
    try await withBook(Self.text) { book in
      let report = try await book.importing()
      let step = KeptStep(label: "x", table: "t", change: try #require(report.change))
      try FileManager.default.removeItem(atPath: book.place.path)
      #expect(book.keeper.intend(.made(step)) != nil)
      #expect(try await book.labels() == [["x"], []])
      try FileManager.default.removeItem(atPath: book.place.path)
      try RawConnection.run("DROP TABLE t", on: book.path)
      #expect(book.keeper.intend(.made(step)) != nil)
      #expect(try await book.labels() == [[], []])
    }
  }
}
