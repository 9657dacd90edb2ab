// Adding the records of a file to the shown table.
import AlmanacRecords
import Containers
import Foundation
import Locks
import QueryClients
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ImportScenes {
  private static let schema = """
    CREATE TABLE log(id INTEGER PRIMARY KEY, what); CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TRIGGER logs AFTER INSERT ON t BEGIN INSERT INTO log(what) VALUES (new.name); END;
    CREATE VIEW v AS SELECT name FROM t;
    """

  /// Runs `body` with the path of a file that contains `text`.
  private func withSource(_ text: String, _ body: (String) async throws -> Void) async throws {
    let path = "/tmp/almanac-import-\(UUID().uuidString.prefix(8)).csv"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }

  @Test("the palette's word import adds the records of a file to the table that is shown, as one step to take back")
  func importing() async throws {
    try await withSource("name\none\ntwo\nthree\n") { path in
      try await fileScene(Self.schema, size: Size(width: 80, height: 10)) { scene in
        try await scene.press("2,:,type:import \(path),Enter")
        scene.shows(
          """
           music.db  log 3  t 3  v 3                                                 live
           / search                                                                   1/3
           id ▲  name
           ▌+ 1  one
           +  2  two
           +  3  three


           Imported 3 records · u undo
           a add  e edit  d delete  / search  ⏎ open  u undo  : jump  C changes  ? help
          """)
        try await scene.press("u")
        #expect(try scene.rows("SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM log)") == ["0|0"])
        try await scene.press("C-r")
        #expect(try scene.rows("SELECT name FROM t") == ["one", "two", "three"])
      }
    }
  }

  @Test("REAL-40: an import on the screen names the records that it replaced and deleted, and undo brings them back")
  func replaced() async throws {
    let schema = """
      CREATE TABLE own(id INTEGER PRIMARY KEY ON CONFLICT REPLACE, k TEXT UNIQUE ON CONFLICT REPLACE);
      INSERT INTO own VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd');
      CREATE TABLE gone(id INTEGER PRIMARY KEY, own REFERENCES own ON DELETE CASCADE); INSERT INTO gone VALUES (7, 3);
      """
    try await withSource("id,k\n1,x\n2,y\n9,c\n") { path in
      try await fileScene(schema, size: Size(width: 140, height: 10)) { scene in
        try await scene.press("2,:,type:import \(path),Enter")
        #expect(
          scene.status.hasPrefix(
            " Imported 3 records, replaced records 1 and 2 of own, deleted record 3 of own and deleted record 7 of gone · u undo"
          ))
        try await scene.press("u")
        #expect(try scene.rows("SELECT id, k FROM own") == ["1|a", "2|b", "3|c", "4|d"])
        #expect(try scene.rows("SELECT * FROM gone") == ["7|3"])
      }
    }
  }

  @Test("the status line tells how far an import is; Ctrl-C stops it, and nothing is kept")
  func stopped() async throws {
    Container.shared.queryContext.register {
      var context = QueryContext()
      context.importPause = .zero
      return context
    }
    let gate = StatementGate()
    let count = Lock(0)
    let text = "name\n" + (1...600).map { "number \($0)\n" }.joined()
    try await withSource(text) { path in
      try await fileScene(Self.schema, size: Size(width: 100, height: 10), trace: gate.trace) { scene in
        defer { gate.open() }
        gate.close { sql in
          sql.contains("INSERT INTO main.`t`")
            && count.withLock {
              $0 += 1; return $0 == 600
            }
        }
        try await scene.pressWhileWaiting("2,:,type:import \(path),Enter")
        await gate.arrival()
        await scene.until { $0.presentChange?.text.hasSuffix(": 512 records, 99 %") == true }
        await scene.waitWhileWaiting(0.5)
        let name = path.split(separator: "/").last!
        #expect(
          scene.status == " Importing \(name): 512 records, 99 % · others wait to write · Ctrl-C stops it",
          "\(scene.lines)")
        try await scene.pressWhileWaiting("C-c")
        gate.open()
        await scene.run.settle()
        #expect(scene.status == " Not imported: it was stopped. Nothing was changed.")
        #expect(try scene.rows("SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM log)") == ["0|0"])
      }
    }
  }

  @Test("before the first change of a file that is no book the person is asked; after a yes the file is imported")
  func asked() async throws {
    try await withSource("name\none\n") { path in
      try await fileScene(Self.schema, isWriteAllowed: false) { scene in
        try await scene.press("2,:,type:import \(path),Enter")
        #expect(scene.session.store.isWriteAsked)
        #expect(try scene.rows("SELECT count(*) FROM t") == ["0"])
        try await scene.press("n")
        #expect(scene.status.hasPrefix(" Nothing was changed."))
        try await scene.press(":,type:import \(path),Enter,y")
        #expect(try scene.rows("SELECT count(*) FROM t") == ["1"])
      }
    }
  }

  @Test("what keeps an import away is told: a line, a view, a name that tells no format, no file")
  func refused() async throws {
    try await withSource("name\none\n\"\"x\n") { path in
      try await fileScene(Self.schema, size: Size(width: 200, height: 10)) { scene in
        let name = path.split(separator: "/").last!
        for (keys, sentence) in [
          (
            "2,:,type:import \(path),Enter",
            "Not imported: line 3 of \(name): text follows a closing quote; inside quotes, write a quote twice. Nothing was changed."
          ),
          ("3,:,type:import \(path),Enter", "Nothing can be added to v: the view has no INSTEAD OF INSERT trigger."),
          (
            "2,:,type:import /tmp/a.db,Enter",
            "The name of a.db doesn't tell what it is: it must end with .csv, .tsv, .json or .jsonl."
          ),
          (
            "2,:,type:import /nowhere/a.csv,Enter",
            "Not imported: a.csv can't be read: No such file or directory. Nothing was changed."
          ),
          (
            "2,:,type:import,Enter",
            "To import a file, type :import and its path, which ends with .csv, .tsv, .json or .jsonl."
          ),
        ] {
          try await scene.press(keys)
          #expect(scene.status.hasPrefix(" \(sentence)"), "\(scene.lines)")
          #expect(try scene.rows("SELECT count(*) FROM t") == ["0"])
        }
      }
    }
  }
}
