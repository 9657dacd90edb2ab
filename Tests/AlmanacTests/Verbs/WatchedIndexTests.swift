// The statements of a watch, run with triggers off, also restore search indexes, R*Trees and rowids.
import Foundation
import TestSupport
import Testing

@Suite("almanac watch, indexes of modules", .serialized)
struct WatchedIndexTests {
  private static let indexes = [
    "own": """
    CREATE VIRTUAL TABLE f USING fts5(body);
    CREATE TRIGGER ai AFTER INSERT ON t BEGIN INSERT INTO f(rowid, body) VALUES (new.rowid, new.body); END;
    CREATE TRIGGER ad AFTER DELETE ON t BEGIN DELETE FROM f WHERE rowid = old.rowid; END;
    CREATE TRIGGER au AFTER UPDATE ON t BEGIN UPDATE f SET body = new.body WHERE rowid = old.rowid; END;
    """,
    "external": """
    CREATE VIRTUAL TABLE f USING fts5(body, content='t', content_rowid='rowid');
    CREATE TRIGGER ai AFTER INSERT ON t BEGIN INSERT INTO f(rowid, body) VALUES (new.rowid, new.body); END;
    CREATE TRIGGER ad AFTER DELETE ON t BEGIN
      INSERT INTO f(f, rowid, body) VALUES ('delete', old.rowid, old.body); END;
    CREATE TRIGGER au AFTER UPDATE ON t BEGIN
      INSERT INTO f(f, rowid, body) VALUES ('delete', old.rowid, old.body);
      INSERT INTO f(rowid, body) VALUES (new.rowid, new.body); END;
    """,
    "fts4": """
    CREATE VIRTUAL TABLE f USING fts4(body);
    CREATE TRIGGER ai AFTER INSERT ON t BEGIN INSERT INTO f(docid, body) VALUES (new.rowid, new.body); END;
    CREATE TRIGGER ad AFTER DELETE ON t BEGIN DELETE FROM f WHERE docid = old.rowid; END;
    CREATE TRIGGER au AFTER UPDATE ON t BEGIN UPDATE f SET body = new.body WHERE docid = old.rowid; END;
    """,
  ]

  private static let box = """
    CREATE VIRTUAL TABLE box USING rtree(id, low, high);
    CREATE TRIGGER bi AFTER INSERT ON t BEGIN INSERT INTO box VALUES (new.rowid, new.n, new.n + 1); END;
    CREATE TRIGGER bd AFTER DELETE ON t BEGIN DELETE FROM box WHERE id = old.rowid; END;
    CREATE TRIGGER bu AFTER UPDATE ON t BEGIN
      UPDATE box SET low = new.n, high = new.n + 1 WHERE id = old.rowid; END;
    """

  private static let changes = [
    "DELETE FROM t WHERE body = 'stone'", "UPDATE t SET body = 'rock', n = 9 WHERE body = 'river'",
    "BEGIN; INSERT INTO t VALUES ('e', 'bread', 7); DELETE FROM t WHERE body = 'lamp'; COMMIT",
    "UPDATE t SET n = 0.5",
  ]

  private func dump(_ file: String, _ sandbox: Sandbox) async throws -> String {
    let ending = try await sandbox.shell("sqlite3 '\(file)' .dump | grep -v gate")
    try ending.check()
    return ending.text
  }

  /// Runs the statements as the manual describes.
  private func run(_ lines: [String], on file: String, _ sandbox: Sandbox) async throws {
    let switches = ".dbconfig enable_trigger off\n.dbconfig defensive off\n"
    let ending = try await sandbox.run(
      ["sqlite3", "-bail", file], input: switches + lines.joined(separator: "\n"))
    #expect(ending.errors == "" && ending.status == 0, "\(lines)")
  }

  private func watched(_ sandbox: Sandbox, _ words: [String], _ schema: String) async throws -> (Watch, copy: String) {
    let (file, copy) = (sandbox["a.db"], sandbox["copy.db"])
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; CREATE TABLE gate(a, b, PRIMARY KEY (a, b)); \(schema)")
    let watch = try await Watch.start(words, sandbox, file, gate: "gate VALUES ('%', random())")
    try await sandbox.shell("sqlite3 '\(file)' \".backup '\(copy)'\"").check()
    return (watch, copy)
  }

  /// The lines of the watch from now on, up to a row that is written to mark the end.
  private func lines(of watch: Watch) async throws -> [String] {
    try await watch.sandbox.sqlite(watch.file, "INSERT INTO gate VALUES ('all done', random())")
    var lines: [String] = []
    while lines.last?.contains("all done") != true { lines += try await watch.lines(1) }
    return lines.dropLast().filter { !$0.contains("gate") }
  }

  @Test(
    "REAL-49: where triggers are off, the statements bring the index of a module with the rows, forward and back",
    arguments: ["own", "external", "fts4"])
  func indexes(_ kind: String) async throws {
    for key in ["k TEXT PRIMARY KEY", "k INTEGER PRIMARY KEY", "k"] {
      let sandbox = try Sandbox()
      let first = key.contains("INTEGER") ? "11, 12, 13, 14" : "'a', 'b', 'c', 'd'"
      let keys = first.components(separatedBy: ", ")
      let rows = zip(keys, ["river", "stone", "lamp", "garden"]).map { "(\($0), '\($1)', 1)" }
      let schema = """
        CREATE TABLE t(\(key), body, n); \(Self.indexes[kind]!) \(Self.box)
        INSERT INTO t VALUES \(rows.joined(separator: ", "));
        """
      let (back, copy) = try await watched(sandbox, ["--undo-sql"], schema)
      let before = try await dump(back.file, sandbox)
      let forth = try await Watch.start(["--sql"], sandbox, back.file, gate: "gate VALUES ('% again', random())")
      for change in Self.changes {
        try await sandbox.sqlite(
          back.file, key.contains("INTEGER") ? change.replacing("'e'", with: "15") : change)
      }
      let after = try await dump(back.file, sandbox)
      #expect(before != after)
      let (undo, statements) = (try await lines(of: back), try await lines(of: forth))
      for watch in [back, forth] { _ = try await watch.end(SIGTERM) }
      try await run(statements, on: copy, sandbox)
      #expect(try await dump(copy, sandbox) == after, "\(kind) \(key)")
      try await run(undo.reversed(), on: back.file, sandbox)
      #expect(try await dump(back.file, sandbox) == before, "\(kind) \(key)")
      // The index is complete, finds the record, and accepts the next one.
      let found = try await sandbox.sqlite(
        back.file,
        """
        SELECT t.body FROM f JOIN t ON t.rowid = f.rowid WHERE f MATCH 'stone'; SELECT rtreecheck('box');
        INSERT INTO f(f) VALUES ('integrity-check'); INSERT INTO t(body) VALUES ('stone');
        SELECT count(*) FROM f WHERE f MATCH 'stone';
        """)
      #expect(found == "stone\nok\n2", "\(kind) \(key)")
    }
  }

  @Test("REAL-49: an index that a commit makes or drops is dropped and made again, with what it held")
  func madeAndDropped() async throws {
    let sandbox = try Sandbox()
    let (watch, _) = try await watched(
      sandbox, ["--undo-sql"],
      """
      CREATE TABLE t(a); CREATE VIRTUAL TABLE old USING fts5(a);
      INSERT INTO t VALUES ('x'); INSERT INTO old VALUES ('river stone');
      """)
    let before = try await dump(watch.file, sandbox)
    try await sandbox.sqlite(
      watch.file,
      "BEGIN; CREATE VIRTUAL TABLE new USING fts5(a); INSERT INTO new VALUES ('lamp'); INSERT INTO t VALUES ('y'); COMMIT"
    )
    try await sandbox.sqlite(watch.file, "DROP TABLE old")
    let undo = try await lines(of: watch)
    _ = try await watch.end(SIGTERM)
    try await run(undo.reversed(), on: watch.file, sandbox)
    #expect(
      try await dump(watch.file, sandbox).split(separator: "\n").sorted() == before.split(separator: "\n").sorted())
    #expect(try await sandbox.sqlite(watch.file, "SELECT a FROM old WHERE old MATCH 'stone'") == "river stone")
  }

  @Test("REAL-49: a watch of one table says which index its statements leave as it is, and takes the index by name")
  func named() async throws {
    for (words, isWhole) in [(["gate", "t", "--undo-sql"], false), (["gate", "t", "f", "--undo-sql"], true)] {
      let sandbox = try Sandbox()
      let (watch, _) = try await watched(
        sandbox, words,
        "CREATE TABLE t(k TEXT PRIMARY KEY, body, n); \(Self.indexes["own"]!) INSERT INTO t VALUES ('a', 'stone', 1);")
      let before = try await dump(watch.file, sandbox)
      try await sandbox.sqlite(watch.file, Self.changes[0])
      let undo = try await lines(of: watch)
      _ = try await watch.end(SIGTERM)
      let row = #"INSERT INTO "t"(rowid, "k", "body", "n") VALUES (1, 'a', 'stone', 1);"#
      #expect(undo.contains(row))
      if isWhole {
        try await run(undo.reversed(), on: watch.file, sandbox)
        #expect(try await dump(watch.file, sandbox) == before)
      } else {
        #expect(
          undo.map { $0.replacing(#/commit \d+/#, with: "commit") } == [
            #"-- commit also changed "f", which a module keeps: these statements leave it as it is. Name it as well, or "#
              + "watch the whole file.", row,
          ])
      }
    }
  }

  @Test("ANY-33: a table in which a module keeps its data is watched where it is named")
  func shadow() async throws {
    let sandbox = try Sandbox()
    let (watch, _) = try await watched(
      sandbox, ["gate", "f_content", "--all"], "CREATE TABLE t(k, body, n); \(Self.indexes["own"]!)")
    try await sandbox.sqlite(watch.file, "INSERT INTO t VALUES ('a', 'stone', 1)")
    #expect(
      try await lines(of: watch) == [
        #"{"change":"insert","table":"f_content","key":{"id":1},"new":{"id":1,"c0":"stone"}}"#
      ])
    _ = try await watch.end(SIGTERM)
  }
}
