// A value in the person's own editor.
import AlmanacRecords
import Containers
import Databases
import Locks
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

/// An editor that leaves the text that the test wants.
private final class FakeEditor: Sendable {
  private struct State {
    var texts: [String] = []
    var edit: @MainActor @Sendable (String) async throws -> String = { $0 }
  }

  private let state = Lock(State())

  /// The texts that it was opened with.
  var texts: [String] { state.withLock(\.texts) }

  /// Makes it the editor of the following scenes.
  init() {
    Container.shared.textEditor.register { [self] in
      TextEditor { text in
        let edit = self.state.withLock { state in
          state.texts.append(text)
          return state.edit
        }
        return try await edit(text)
      }
    }
  }

  /// Replaces each text by the result of `edit`.
  func leaves(_ edit: @escaping @MainActor @Sendable (String) async throws -> String) {
    state.withLock { $0.edit = edit }
  }
}

@Suite(.recordsIssues, .container)
@MainActor
struct EditorScenes {
  private nonisolated static let table = """
    CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT, pages INTEGER, isRead BOOLEAN, cover BLOB, title TEXT,
      length AS (length(body)));
    INSERT INTO notes(body, pages, isRead, cover, title) VALUES ('one' || char(10) || 'two', 12, 1, x'00ff', NULL);
    """

  @Test("E saves what the editor left of the current column's value, to the byte; u takes it back")
  func fromTheList() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { $0.replacing("two", with: "zwei\tdrei\n\n  vier") + "\n" }
      try await scene.press("L,E")
      #expect(editor.texts == ["one\ntwo"])
      let saved = "'one' || char(10) || 'zwei' || char(9) || 'drei' || char(10, 10) || '  vier'"
      #expect(try scene.rows("SELECT body = \(saved) FROM notes") == ["1"])
      #expect(scene.status.hasPrefix(" Edited notes 1"))
      try await scene.press("u")
      #expect(try scene.rows("SELECT body = 'one' || char(10) || 'two' FROM notes") == ["1"])
    }
  }

  @Test("REAL-15: E on a column of numbers does not save a text at once: the form warns, and saves it if asked to")
  func textForANumber() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { _ in "many\n" }
      try await scene.press("L,L,E")
      #expect(try scene.rows("SELECT pages FROM notes") == ["12"])
      let warning = "Not saved yet: pages would hold a text, not a number. Ctrl-S saves it."
      #expect(scene.formLines.contains { $0.hasPrefix(warning) }, "\(scene.lines)")
      #expect(scene.formLines.contains { $0.contains("   a text, not a number") }, "\(scene.lines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT pages FROM notes") == ["many"])
    }
  }

  @Test("REAL-15: whether the file may be written to is asked before the editor opens", arguments: ["L,E", "e,C-o"])
  func askedFirst(keys: String) async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table, isWriteAllowed: false) { scene in
      try await scene.press(keys)
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      #expect(editor.texts == [])
      try await scene.press("y")
      #expect(editor.texts == ["one\ntwo"])
    }
  }

  @Test("E in an open record edits the field with the cursor, and a number as the text that it is shown as")
  func fromTheDetail() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { $0 + "3\n" }
      // The list's current column is another one than the field with the cursor.
      try await scene.press("L,Enter,j,j,E")
      #expect(editor.texts == ["12"])
      #expect(try scene.rows("SELECT pages, typeof(pages) FROM notes") == ["123|integer"])
      #expect(scene.lines.contains { $0.contains("pages") && $0.contains("123") }, "\(scene.lines)")
    }
  }

  @Test("Ctrl-O puts what the editor left into the field of a form; saving is the form's")
  func fromAForm() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { _ in "drei\nvier\n" }
      try await scene.press("e,C-o")
      #expect(editor.texts == ["one\ntwo"])
      #expect(try scene.rows("SELECT body = 'one' || char(10) || 'two' FROM notes") == ["1"])
      #expect(scene.formLines.contains { $0.hasPrefix("body    vier ") }, "\(scene.formLines)")
      try await scene.press("type: und mehr,C-s")
      #expect(try scene.rows("SELECT body = 'drei' || char(10) || 'vier und mehr' FROM notes") == ["1"])
    }
  }

  @Test(
    "a line end that the editor adds is no change; those that were there stay",
    arguments: [
      ("'a'", "a", nil), ("'a'", "a\n", nil), ("'a'", "a\n\n", "a\n"), ("'a' || char(10, 10)", "a\n\n", nil),
      ("'a' || char(10, 10)", "b\n\n", "b\n\n"), ("'a' || char(10)", "a\n", nil),
      ("'a' || char(10)", "a", "a"), ("''", "\n", nil), ("''", "", nil), ("NULL", "", nil), ("NULL", "\n", nil),
      ("NULL", "x\n", "x"), ("'a' || char(13, 10) || 'b'", "a\r\nb\r\n", nil), ("'a'", "a\r\n", "a\r"),
    ] as [(String, String, String?)])
  func lineEnds(_ value: String, _ left: String, _ saved: String?) async throws {
    let editor = FakeEditor()
    try await fileScene("CREATE TABLE t(v TEXT); INSERT INTO t VALUES (\(value))") { scene in
      let before = try scene.rows("SELECT quote(v), hex(v) FROM t")
      editor.leaves { _ in left }
      try await scene.press("E")
      if let saved {
        let hex = saved.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        #expect(try scene.rows("SELECT hex(v), typeof(v) FROM t") == ["\(hex)|text"])
      } else {
        #expect(try scene.rows("SELECT quote(v), hex(v) FROM t") == before)
        #expect(scene.status == " Nothing was changed.")
      }
    }
  }

  @Test("what another program wrote meanwhile is not overwritten: the form shows it, and keeps what was typed")
  func conflict() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      let path = scene.path
      editor.leaves { _ in
        try RawConnection.run("UPDATE notes SET body = 'theirs', pages = 99", on: path)
        return "mine"
      }
      try await scene.press("L,E")
      #expect(try scene.rows("SELECT body, pages FROM notes") == ["theirs|99"])
      #expect(scene.formLines.contains("body    mine"), "\(scene.formLines)")
      #expect(scene.formLines.contains("        now “theirs” · was “one↵two”"), "\(scene.formLines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT body, pages FROM notes") == ["mine|99"])
    }
  }

  @Test("what another program wrote meanwhile is shown where the editor changed nothing")
  func outsideChange() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      let path = scene.path
      editor.leaves { text in
        try RawConnection.run("UPDATE notes SET body = 'theirs'", on: path)
        return text
      }
      try await scene.press("e,C-o")
      #expect(scene.formLines.contains("body    theirs"), "\(scene.formLines)")
    }
  }

  @Test("ANY-25: another program changes the schema while the editor is open: what the person wrote is saved")
  func schemaChange() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { [unowned scene] _ in
        try RawConnection.run("ALTER TABLE notes ADD COLUMN colour", on: scene.path)
        let version = try scene.rows("PRAGMA schema_version")
        try await scene.connection.lookForOutsideChanges()
        await scene.until { version == ["\($0.tables.schemaVersion)"] }
        return "mine"
      }
      try await scene.press("L,E")
      #expect(scene.status == " Edited notes 1 · u undo")
      #expect(try scene.rows("SELECT body FROM notes") == ["mine"])
      #expect(scene.line(2).contains("colour"), "\(scene.lines)")
      try await scene.press("e,C-o")
      #expect(scene.formLines.contains("body    mine"), "\(scene.formLines)")
    }
  }

  @Test("an editor that fails leaves the value, and the screen says why")
  func failure() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { _ in throw EditorFailure("The editor 'nano' can't be started.") }
      try await scene.press("L,E")
      #expect(scene.status == " Not edited: the editor 'nano' can't be started.")
      try await scene.press("e,C-o")
      #expect(scene.formLines.contains { $0.contains("Not edited: the editor 'nano' can't be started.") })
      #expect(editor.texts.count == 2)
      #expect(try scene.rows("SELECT body = 'one' || char(10) || 'two' FROM notes") == ["1"])
    }
  }

  @Test("what is no text is not given to an editor")
  func refusals() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table) { scene in
      editor.leaves { $0 }
      for (column, sentence) in [
        (3, "isRead says yes or no: Space toggles it."), (4, "cover is not text: no editor is opened on it."),
        (6, "length can't be edited."),
      ] {
        try await scene.press(String(repeating: "H,", count: 8) + String(repeating: "L,", count: column) + "E")
        #expect(scene.status == " \(sentence)")
      }
      #expect(editor.texts == [])
      try await scene.press("e,Tab,Tab,C-o")
      #expect(editor.texts == [])
    }
  }

  @Test("a value that a rule of the file refuses stays in the form")
  func refusedValue() async throws {
    let editor = FakeEditor()
    try await fileScene("CREATE TABLE t(v TEXT CHECK (length(v) < 5)); INSERT INTO t VALUES ('old')") { scene in
      editor.leaves { _ in "much longer" }
      try await scene.press("E")
      #expect(scene.formLines.contains { $0.hasPrefix("v  much longer") }, "\(scene.formLines)")
      #expect(try scene.rows("SELECT v FROM t") == ["old"])
    }
  }

  @Test("a file that was opened to be read, or is not to be written, opens no editor")
  func readOnly() async throws {
    let editor = FakeEditor()
    try await fileScene(Self.table, isReadOnly: true) { scene in
      editor.leaves { $0 + "x" }
      try await scene.press("L,E")
      #expect(scene.status == " music.db is open with --read-only: you can't change it.")
      #expect(editor.texts == [])
    }
    try await fileScene(Self.table, isWriteAllowed: false) { scene in
      editor.leaves { $0 + "x" }
      try await scene.press("L,E")
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      #expect(editor.texts == [])
      try await scene.press("Enter")
      #expect(editor.texts.count == 1)
      #expect(try scene.rows("SELECT substr(body, -1) FROM notes") == ["x"])
    }
  }
}
