// A watch of a whole file: the commits of any program, table by table, as JSON and as statements.
import Foundation
import Harnesses
import TestSupport
import Testing

@Suite("almanac watch, every table", .serialized)
struct WatchedCommitTests {
  private static let schema = """
    CREATE TABLE "gate closed"(note); CREATE TABLE "all done"(note);
    CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Price REAL, Loud AS (upper(Title)));
    CREATE TABLE "Order Details"(OrderID INTEGER, ProductID INTEGER, Note, PRIMARY KEY (OrderID, ProductID)) WITHOUT ROWID;
    CREATE TABLE plain(a, b);
    CREATE TABLE temporary(a); INSERT INTO temporary VALUES (1), (2); CREATE VIEW titles AS SELECT Title FROM Album;
    INSERT INTO Album VALUES (1, 'One', 1), (2, 'Two', 2.5);
    INSERT INTO "Order Details" VALUES (1, 1, NULL), (1, 2, x'00ff');
    INSERT INTO plain VALUES ('it''s', 1), ('line' || char(10) || 'break', 9e999);
    CREATE TABLE hollow(a); CREATE TABLE filled(a); INSERT INTO filled VALUES (7);
    CREATE VIEW seen AS SELECT Title FROM Album;
    CREATE TRIGGER sees INSTEAD OF DELETE ON seen BEGIN DELETE FROM Album WHERE Title = old.Title; END;
    CREATE TABLE indexed(a); INSERT INTO indexed VALUES (1); CREATE INDEX i ON indexed(a);
    """

  /// A file with a watch of all its tables, which reports every commit from now on.
  private func watched(_ sandbox: Sandbox, _ options: String...) async throws -> Watch {
    let file = sandbox["a.db"]
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(Self.schema)")
    return try await Watch.start(options, sandbox, file, gate: "\"gate closed\" VALUES ('%')")
  }

  /// The lines before the one about a row that is written to mark the end.
  private func linesToEnd(of watch: Watch) async throws -> [String] {
    try await watch.sandbox.sqlite(watch.file, "INSERT INTO \"all done\" VALUES (1)")
    return try await offPool {
      var lines: [String] = []
      while lines.last?.contains("all done") != true { lines += try watch.process.lines(1) }
      return lines.dropLast().filter { !$0.contains("gate closed") }
    }
  }

  private static let changes = [
    "UPDATE Album SET Title = 'Uno', Price = 3 WHERE AlbumId = 1; INSERT INTO Album VALUES (7, 'Sieben', NULL)",
    """
    BEGIN; DELETE FROM "Order Details" WHERE ProductID = 2; INSERT INTO "Order Details" VALUES (0, 9, 'x''y');
    UPDATE plain SET b = -0.5 WHERE a = 'it''s'; INSERT INTO plain VALUES (NULL, ''); COMMIT
    """,
    "BEGIN; DELETE FROM Album; ROLLBACK; DELETE FROM plain WHERE a LIKE 'line%'",
    "BEGIN; CREATE TABLE late(\n  a PRIMARY KEY); INSERT INTO late VALUES (1); CREATE INDEX notes ON plain(b); COMMIT",
    "DROP TABLE temporary; DROP VIEW titles",
    "DROP TABLE indexed",
    "BEGIN; DROP TABLE hollow; CREATE TABLE hollow(a, b); INSERT INTO hollow VALUES (1, 2); COMMIT",
    "BEGIN; DROP TABLE filled; CREATE TABLE filled(a, b); COMMIT",
    "DROP VIEW seen",
  ]

  @Test("CHG-14: a line for each change of two programs, with the number of its commit")
  func commits() async throws {
    let sandbox = try Sandbox()
    let watch = try await watched(sandbox)
    let other = try SQLiteShell(watch.file)
    try await sandbox.sqlite(watch.file, "UPDATE Album SET Title = 'Uno' WHERE AlbumId = 1")
    try await other.run(
      """
      BEGIN; INSERT INTO "Order Details" VALUES (2, 3, 'new'); DELETE FROM plain WHERE a = 'it''s';
      DELETE FROM Album WHERE AlbumId = 2; COMMIT;
      """)
    try await sandbox.sqlite(watch.file, "UPDATE plain SET b = b WHERE 1; DROP TABLE plain")
    let lines = try await linesToEnd(of: watch)
    let numbers = lines.map { line in
      Int(line.components(separatedBy: "\"commit\":").last?.dropLast() ?? "") ?? 0
    }
    #expect(numbers.map { $0 - (numbers.first ?? 0) } == [0, 1, 1, 1, 2, 2])
    #expect(
      lines.map { $0.components(separatedBy: ",\"commit\"")[0] + "}" } == [
        #"{"change":"update","table":"Album","key":{"AlbumId":1},"#
          + #""old":{"AlbumId":1,"Title":"One","Price":1.0,"Loud":"ONE"},"#
          + #""new":{"AlbumId":1,"Title":"Uno","Price":1.0,"Loud":"UNO"}}"#,
        #"{"change":"delete","table":"Album","key":{"AlbumId":2},"#
          + #""old":{"AlbumId":2,"Title":"Two","Price":2.5,"Loud":"TWO"}}"#,
        #"{"change":"insert","table":"Order Details","key":{"OrderID":2,"ProductID":3},"#
          + #""new":{"OrderID":2,"ProductID":3,"Note":"new"}}"#,
        #"{"change":"delete","table":"plain","key":{"rowid":1},"old":{"a":"it's","b":1}}"#,
        #"{"change":"delete","table":"plain","key":{"rowid":2},"old":{"a":"line\nbreak","b":1e999}}"#,
        #"{"change":"schema","type":"table","name":"plain","table":"plain","old":"CREATE TABLE plain(a, b)"}"#,
      ])
    #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM)
  }

  @Test("CHG-18: the statements of --sql make the same changes in a copy, those of --undo-sql take them back")
  func statements() async throws {
    for option in ["--sql", "--undo-sql"] {
      let sandbox = try Sandbox()
      let watch = try await watched(sandbox, option)
      let copy = sandbox["copy.db"]
      try await sandbox.shell("sqlite3 '\(watch.file)' \".backup '\(copy)'\"").check()
      let before = try await dump(copy, sandbox)
      for change in Self.changes { try await sandbox.sqlite(watch.file, change) }
      let lines = try await linesToEnd(of: watch)
      _ = try await watch.end(SIGTERM)
      let after = try await dump(watch.file, sandbox)
      #expect(before != after)
      #expect(!lines.contains { $0.unicodeScalars.contains { $0.value < 0x20 } }, "each statement is one line")
      if option == "--sql" {
        try await sandbox.sqlite(copy, lines.joined(separator: "\n"))
        #expect(try await dump(copy, sandbox) == after)
      } else {
        try await sandbox.sqlite(watch.file, lines.reversed().joined(separator: "\n"))
        #expect(try await dump(watch.file, sandbox) == before)
      }
    }
  }

  @Test("CHG-18: what a hostile file has put in the place of a definition is not printed as a statement")
  func hostileDefinitions() async throws {
    let sandbox = try Sandbox()
    let watch = try await watched(sandbox, "--sql")
    // They are deleted right after the commit: a program that read the schema in between would refuse the file.
    try await sandbox.sqlite(
      watch.file,
      """
      PRAGMA writable_schema=on; BEGIN;
      INSERT INTO sqlite_schema VALUES ('view', 'x', 'x', 0, 'CREATE TABLE x AS SELECT 1');
      INSERT INTO sqlite_schema VALUES ('trigger', 'y', 'plain', 0, 'DELETE FROM plain');
      INSERT INTO sqlite_schema VALUES ('view', 'z', 'z', 0, 'CREATE VIEW z AS SELECT 1; DELETE FROM plain');
      COMMIT; DELETE FROM sqlite_schema WHERE name IN ('x', 'y', 'z');
      """)
    let lines = try await linesToEnd(of: watch)
    #expect(lines.allSatisfy { $0.hasPrefix("-- ") || $0.hasPrefix("DROP ") }, "\(lines)")
    #expect(lines.filter { $0.hasPrefix("-- ") }.count == 3, "\(lines)")
    _ = try await watch.end(SIGTERM)
  }

  @Test(
    "CHG-14, CHG-18: a table with a rule that only its own program can check, a hostile name, and a column that has been renamed",
    arguments: [
      (
        [],
        [
          #"{"change":"insert","table":"e\u001b[2J","key":{"rowid":1},"new":{"a":"\u202e"}}"#,
          #"{"change":"insert","table":"strange","key":{"rowid":1},"new":{"a":1}}"#,
          #"{"change":"insert","table":"strange","key":{"rowid":2},"new":{"a":2}}"#,
          #"{"change":"insert","table":"plain","key":{"rowid":3},"new":{"a":1,"b":2}}"#,
          #"{"change":"schema","type":"table","name":"plain","table":"plain","old":"CREATE TABLE plain(a, b)","#
            + #""new":"CREATE TABLE plain(a, c)"}"#,
          #"{"change":"insert","table":"plain","key":{"rowid":4},"new":{"a":3,"c":4}}"#,
        ]
      ),
      (
        ["--sql"],
        [
          #"-- commit, the statement for this INSERT in table "e\u001b[2J" is left out: a name in it has characters "#
            + "that a terminal may obey; watch without --sql or --undo-sql prints it as JSON",
          #"INSERT INTO "strange"(rowid, "a") VALUES (1, 1);"#,
          #"INSERT INTO "strange"(rowid, "a") VALUES (2, 2);"#,
          #"INSERT INTO "plain"(rowid, "a", "b") VALUES (3, 1, 2);"#,
          "-- commit changed the schema: table plain was changed; it is now CREATE TABLE plain(a, c)",
          #"INSERT INTO "plain"(rowid, "a", "c") VALUES (4, 3, 4);"#,
        ]
      ),
    ])
  func withoutValues(options: [String], expected: [String]) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["a.db"]
    // Only a program with the function can check the rule.
    try await sandbox.sqlite(
      file,
      """
      PRAGMA journal_mode=wal; \(Self.schema)
      CREATE TABLE "e\u{1B}[2J"(a); CREATE TABLE strange(a); PRAGMA writable_schema=on;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE strange(a CHECK (approved(a)))' WHERE name = 'strange';
      """)
    let watch = try await Watch.start(options, sandbox, file, gate: "\"gate closed\" VALUES ('%')")
    try await sandbox.sqlite(file, "INSERT INTO \"e\u{1B}[2J\" VALUES (char(8238))")
    try await sandbox.sqlite(file, "PRAGMA ignore_check_constraints=on; INSERT INTO strange VALUES (1), (2)")
    let other = try SQLiteShell(file)
    try await other.run("INSERT INTO plain VALUES (1, 2);")
    try await other.run("ALTER TABLE plain RENAME COLUMN b TO c; INSERT INTO plain VALUES (3, 4);")
    let lines = try await linesToEnd(of: watch).map {
      $0.replacing(#/,"commit":\d+/#, with: "").replacing(#/commit \d+/#, with: "commit")
    }
    #expect(lines == expected)
    _ = try await watch.end(SIGTERM)
  }

  private func dump(_ file: String, _ sandbox: Sandbox) async throws -> String {
    // All tables except the gates of the tests; white space in definitions is one blank.
    let tables = [
      "Album", "\"Order Details\"", "plain", "temporary", "late", "titles", "notes",
      "indexed", "i", "hollow", "filled", "seen", "sees",
    ]
    let dumps = tables.map { "'.dump \($0)'" }.joined(separator: " ")
    let ending = try await sandbox.shell("sqlite3 '\(file)' \(dumps) | tr -s '\n ' ' '")
    try ending.check()
    return ending.text
  }
}
