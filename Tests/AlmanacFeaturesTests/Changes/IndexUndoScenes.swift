// Undo, on the screen, of changes of records that a search index follows in one direction only.
import Foundation
import Terminals
import TestSupport
import Testing

/// A search index, the content it is filled with, and its program's triggers.
private struct IndexCase: CustomTestStringConvertible, Sendable {
  let module: String
  /// The statement of the trigger for a deletion; empty if the program has no such trigger.
  var onDelete = "DELETE FROM found WHERE rowid = old.id"
  /// The indexed expression of `body`.
  var text = "body"
  /// Whether the person is asked, because only the bytes of the index can restore it.
  var isAsked = false
  var testDescription: String { "\(module) \(text)" }

  private static let deleting = "INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, old.body)"
  private static let other =
    "INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, replace(old.body, 'e', 'a'))"

  static let all = [
    Self(module: "fts3(body)"), Self(module: "fts4(body)"),
    Self(module: "fts4(body, compress=trim, uncompress=trim)", isAsked: true),
    Self(module: "fts4(content='t', body)"), Self(module: "fts4(content='t', body, matchinfo=fts3)", isAsked: true),
    Self(module: "fts4(content='t', body)", text: "replace(body, 'e', 'a')", isAsked: true), Self(module: "fts5(body)"),
    Self(module: "fts5(body, columnsize=0)"), Self(module: "fts5(body, detail=none)"),
    Self(module: "fts5(body)", text: "replace(body, 'e', 'a')"),
    Self(module: "fts5(body, content='t', content_rowid='id')", onDelete: deleting),
    Self(module: "fts5(body, content='t', content_rowid='id', columnsize=0)", onDelete: deleting, isAsked: true),
    Self(
      module: "fts5(body, content='t', content_rowid='id')", onDelete: other, text: "replace(body, 'e', 'a')",
      isAsked: true),
    Self(module: "fts5(body, content='')", onDelete: deleting, isAsked: true),
    Self(module: "fts5(body, content='', columnsize=0)", onDelete: deleting, isAsked: true),
  ]

  /// The modules that the import is tested with.
  static let imported: Set = ["fts5(body)", "fts5(body, content='')"]

  var schema: String {
    """
    CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT);
    INSERT INTO t VALUES (1, 'Hello one'), (2, 'hello two'), (3, 'other');
    CREATE VIRTUAL TABLE found USING \(module);
    INSERT INTO found(rowid, body) SELECT id, \(text) FROM t;
    CREATE TRIGGER gone BEFORE DELETE ON t BEGIN \(onDelete); END;
    CREATE TRIGGER come AFTER INSERT ON t BEGIN
      INSERT INTO found(rowid, body) VALUES (new.id, \(text.replacing("body", with: "new.body"))); END;
    """
  }

  static let checks = ["hello", "hallo", "other", "othar"].map {
    "SELECT group_concat(rowid, ' ') FROM (SELECT rowid FROM found WHERE found MATCH '\($0)' ORDER BY rowid)"
  }
}

@Suite(.recordsIssues, .container)
@MainActor
struct IndexUndoScenes {
  private func state(_ scene: Scene) throws -> [[String]] {
    try (IndexCase.checks + ["SELECT * FROM t"]).map { try scene.rows($0) }
  }

  @Test(
    "REAL-02: a search finds what was deleted and came back, or the person is asked before; one record, some or all",
    arguments: IndexCase.all)
  private func deleting(_ test: IndexCase) async throws {
    try await fileScene(test.schema, size: Size(width: 90, height: 16)) { scene in
      try await scene.press(tabKeys)
      let before = try state(scene)
      for keys in ["d", "x,j,x,d", "C-a,d"] {
        try await scene.press(keys)
        let asks = scene.lines.contains { $0.contains("Undo works only until another row of found changes") }
        #expect(asks == test.isAsked, "\(keys): \(scene.lines)")
        // A deletion of several records always asks.
        if asks || keys != "d" { try await scene.press("y") }
        #expect(try state(scene) != before, "\(keys): \(scene.lines)")
        try await scene.press("u")
        #expect(scene.said.hasPrefix("Undone: Deleted"), "\(keys): \(scene.lines)")
        #expect(try state(scene) == before, "\(keys)")
      }
    }
  }

  @Test("REAL-02: an import that undo could not take back for good is refused, and nothing is changed")
  func importing() async throws {
    let path = "/tmp/almanac-import-\(UUID().uuidString.prefix(8)).csv"
    try "body\nhello three\n".write(toFile: path, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for test in IndexCase.all where IndexCase.imported.contains(test.module) {
      try await fileScene(test.schema, size: Size(width: 300, height: 16)) { scene in
        try await scene.press(tabKeys)
        let before = try state(scene)
        try await scene.press(":,type:import \(path),Enter")
        if test.isAsked {
          #expect(
            scene.said
              == "Not imported: undo works only until another row of found changes. Nothing was changed. "
              + "almanac import \(path) --into t does it for good.", "\(test)")
        } else {
          #expect(scene.said.hasPrefix("Imported 1 record"), "\(test): \(scene.lines)")
          try await scene.press("u")
        }
        #expect(try state(scene) == before, "\(test)")
      }
    }
  }

  /// The key of the tab of the records.
  private var tabKeys: String { "2" }

  @Test("REAL-03: in the list of changes, u takes back a change whose search index follows it, and R then u")
  func inChanges() async throws {
    let index = IndexCase(
      module: "fts5(body, content='t', content_rowid='id')",
      onDelete: "INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, old.body)")
    try await fileScene(index.schema) { scene in
      try await scene.press("2,d,C,u")
      #expect(scene.said.hasPrefix("Undone: Deleted t 1"), "\(scene.lines)")
      #expect(try scene.rows("SELECT id FROM t") == ["1", "2", "3"])
      try await scene.press("Esc")
      try await scene.outside("DELETE FROM t WHERE id = 2")
      try await scene.press("C,R")
      #expect(scene.said.hasPrefix("Reverted commit"), "\(scene.lines)")
      #expect(try scene.rows("SELECT id FROM t") == ["1", "2", "3"])
      try await scene.press("u")
      #expect(scene.said.hasPrefix("Undone: Reverted commit"), "\(scene.lines)")
      #expect(try scene.rows("SELECT id FROM t") == ["1", "3"])
    }
  }
}
