// Undo says beforehand what it can't do: for a change that can't be undone, and for one that is not the latest.
import AlmanacFeatures
import AlmanacRecords
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct RefusedUndoScenes {
  private static let broken = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n, m); INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', 'c');
    PRAGMA writable_schema = 1;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, n, m NOT NULL)' WHERE name = 't';
    PRAGMA writable_schema = RESET
    """

  @Test("REAL-01: a record that undo could not bring back is not deleted, and the verb that does it is named")
  func refused() async throws {
    try await fileScene(Self.broken) { scene in
      try await scene.press("d")
      #expect(scene.cursorRow?.hasPrefix("1") == true)
      #expect(scene.lines.joined().contains("Not deleted: undo could not take it back"))
      // The deletion of the other record can be undone.
      try await scene.press("Down,d,u")
      #expect(scene.lines.joined().contains("Undone: "))
    }
  }

  @Test("REAL-03: while another change than the latest is open, u takes nothing back, and Ctrl-R makes nothing again")
  func openChange() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    {
      scene in
      try await scene.press("d,d,C,Down,Enter,u")
      #expect(scene.status == " Not undone: your latest change is another: Deleted t 2. R reverts this.")
      try await scene.press("C-r")
      #expect(scene.status == " Nothing to redo.")
      try await scene.press("Esc,Esc")
      #expect(scene.cursorRow?.hasPrefix("3") == true)
    }
  }
}
