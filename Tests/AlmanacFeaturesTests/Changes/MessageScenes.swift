// Messages appear on the screen that they belong to, and undo goes to the screen where its change was made.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct MessageScenes {
  private let schema = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE song(id INTEGER PRIMARY KEY, a REFERENCES artist ON DELETE RESTRICT);
    INSERT INTO artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, 'Axel'); INSERT INTO song VALUES (1, 1), (2, 1);
    """

  @Test("A message is shown only on the tab of its table, and again when the user comes back")
  func onItsTab() async throws {
    try await fileScene(schema) { scene in
      try await scene.press("G,d")
      #expect(scene.status == " Deleted artist 3 · u undo")
      try await scene.press("2")
      #expect(scene.status == "")
      try await scene.press("1")
      #expect(scene.status == " Deleted artist 3 · u undo")
      // The next message takes its place, on any tab.
      try await scene.press("2,d,1")
      #expect(scene.status == "")
    }
  }

  @Test("What comes after the user has gone to another tab waits on its own: an error until a key is pressed there")
  func afterTheTabChanged() async throws {
    let gate = StatementGate()
    try await fileScene(schema, trace: gate.trace) { scene in
      gate.close("DELETE FROM")
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      try await scene.pressWhileWaiting("2")
      gate.open()
      try await scene.press("j,k")
      #expect(scene.line(0).contains("song 2"))
      #expect(scene.status == "")
      try await scene.press("1")
      #expect(scene.status == " Not deleted: artist 1 is named by 2 records of song (a). Nothing was changed.")
      try await scene.press("j")
      #expect(scene.status == "")
    }
  }

  @Test("u and Ctrl-R go to the tab of the table that they change, with the cursor on the record")
  func undoGoesToItsTab() async throws {
    try await fileScene(schema) { scene in
      try await scene.press("j,d,2,u")
      scene.shows(
        """
         music.db  artist 3  song 2                                                live
         / search                                                                   2/3
         id ▲  name
            1  AC/DC
         ▌+ 2  Accept
            3  Axel
















         Undone: Deleted artist 2 · Ctrl-R redo
         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("2,C-r")
      #expect(scene.status == " Deleted artist 2 · u undo")
      #expect(scene.cursorRow == "3  Axel")
    }
  }

  @Test("u closes the open record, unless u changes that record")
  func undoUnderARecord() async throws {
    try await fileScene(schema) { scene in
      try await scene.press("G,d,l")
      #expect(scene.line(0).hasPrefix(" music.db › artist 2 "))
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted artist 3 · Ctrl-R redo")
      #expect(scene.cursorRow == "+ 3  Axel")
      try await scene.press("l,e,type: B,C-s,u")
      #expect(scene.line(0).hasPrefix(" music.db › artist 3 "))
      #expect(scene.status == " Undone: Edited artist 3 · Ctrl-R redo")
    }
  }

  @Test("A step that can't be taken says so on the tab of its table")
  func refusedStep() async throws {
    try await fileScene(schema) { scene in
      try await scene.press("2,d,1")
      try await scene.outside("INSERT INTO song VALUES (1, 2)")
      try await scene.press("u")
      #expect(scene.line(0).contains("song 2"))
      #expect(scene.status.hasPrefix(" Not undone: "), "\(scene.status)")
      try await scene.press("1")
      #expect(scene.status == "")
    }
  }
}
