// Two programs edit the same record of any table.
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct AnyFormConflictScenes {
  private nonisolated static let tables = [
    "CREATE TABLE t(a TEXT, b INT, c, d); INSERT INTO t VALUES ('x', 1, 5, 'old')",
    "CREATE TABLE t(a TEXT, b INT, c, d, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1, 5, 'old')",
  ]

  @Test("ANY-18: edits of different fields both survive", arguments: tables)
  func otherFields(table: String) async throws {
    try await fileScene(table) { scene in
      try await scene.press("e,Tab,Tab,C-u,type:6")
      try await scene.shell("UPDATE t SET d = 'theirs'")
      #expect(scene.formLines.contains("d  theirs"), "what was not touched follows: \(scene.formLines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["x|1|6|theirs"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT * FROM t") == ["x|1|5|theirs"])
    }
  }

  @Test("ANY-18: the same field is never overwritten unseen", arguments: tables)
  func sameField(table: String) async throws {
    try await fileScene(table) { scene in
      try await scene.press("e,Tab,Tab,C-u,type:6")
      try await scene.shell("UPDATE t SET c = NULL")
      #expect(scene.formLines.contains("   now NULL · was 5"), "\(scene.formLines)")
      try await scene.shell("UPDATE t SET c = 6")
      #expect(!scene.formLines.contains { $0.contains("now") }, "it is what was typed: \(scene.formLines)")
      try await scene.shell("UPDATE t SET c = 'theirs'")
      #expect(scene.formLines.contains("   now “theirs” · was 5"), "\(scene.formLines)")
      // The new value is shown next to the typed one, so saving may overwrite it.
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT quote(c), d FROM t") == ["6|old"])
    }
  }

  @Test("ANY-18: Ctrl-N takes over what another program has written beside the field, and says so", arguments: tables)
  func theirs(table: String) async throws {
    try await fileScene(table) { scene in
      try await scene.press("e,Tab,Tab,C-u,type:6")
      #expect(scene.line(23).contains(" Ctrl-N NULL "), "\(scene.line(23))")
      try await scene.shell("UPDATE t SET c = 'theirs'")
      #expect(scene.line(23).contains(" Ctrl-N take theirs "), "\(scene.line(23))")
      try await scene.press("C-n")
      #expect(scene.formLines.contains("c  theirs"), "\(scene.formLines)")
      try await scene.press("C-s")
      #expect(scene.said == "Nothing was changed.")
      #expect(try scene.rows("SELECT c FROM t") == ["theirs"])
    }
  }

  @Test("ANY-18, ANY-25: a save just after a column has gone says that, and not that the record was changed")
  func columnGone() async throws {
    try await fileScene(Self.tables[0]) { scene in
      try await scene.press("e,Tab,Tab,C-u,type:6")
      try RawConnection.run("ALTER TABLE t DROP COLUMN d", on: scene.path)
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT c FROM t") == ["5"])
      #expect(
        scene.lines.joined().contains("Not saved: another program has just changed the columns of t."), "\(scene.lines)"
      )
    }
  }

  @Test("ANY-18: a number that another program writes is what was typed, whatever the column makes of the text")
  func theSameNumber() async throws {
    try await fileScene("CREATE TABLE t(a INT); INSERT INTO t VALUES (NULL)") { scene in
      try await scene.press("e,type:6")
      try await scene.shell("UPDATE t SET a = 6")
      #expect(!scene.formLines.contains { $0.contains("now") }, "\(scene.formLines)")
      try await scene.press("C-s")
      #expect(scene.said == "Nothing was changed.")
      // A number that was typed and deleted again does not count as typed.
      try await scene.press("e,type:0,BSpace,Esc")
      #expect(scene.formLines == [], "there is nothing to lose")
    }
  }

  @Test("ANY-18: a change that comes between the look and the write is not overwritten", arguments: tables)
  func changeInBetween(table: String) async throws {
    try await fileScene(table) { scene in
      try await scene.press("e,Tab,Tab,C-u,type:6")
      // The screen can't show the change before the key.
      try RawConnection.run("UPDATE t SET c = 'theirs'", on: scene.path)
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT c FROM t") == ["theirs"])
      scene.showsForm(
        """
        a  x

        b  1

        c  6
           now “theirs” · was 5
        d  old

        Not saved: another program has just changed this record.        Ctrl-S · Esc
        """)
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT quote(c) FROM t") == ["6"])
    }
  }

  @Test(
    "ANY-18: a record that goes, or whose key another program changes, is gone",
    arguments: ["DELETE FROM t", "UPDATE t SET a = 'y'"])
  func gone(sql: String) async throws {
    try await fileScene(Self.tables[1]) { scene in
      try await scene.press("e,Tab,Tab,type:0")
      try await scene.shell(sql)
      #expect(scene.formLines.last?.hasPrefix("This record is gone") == true, "\(scene.formLines)")
      #expect(try scene.rows("SELECT count(*) FROM t WHERE c = 50") == ["0"])
      // Saving adds a new record: the person has read that the old one is gone.
      try await scene.press("C-s")
      #expect(scene.said == "Added t 1 x")
      #expect(try scene.rows("SELECT * FROM t WHERE c = 50") == ["x|1|50|old"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM t WHERE c = 50") == ["0"])
    }
  }

  @Test("ANY-18: a save that comes before the person could read that the record is gone adds nothing")
  func goneUnseen() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (7, 'x'), (9, 'y')") { scene in
      try await scene.press("e,type:z")
      try RawConnection.run("DELETE FROM t WHERE id = 7", on: scene.path)
      try await scene.pressAtOnce("C-s,C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["9|y"])
      #expect(scene.formLines.contains { $0.contains("record is gone") }, "\(scene.formLines)")
      // It comes back with its old ID, which other records may reference.
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["7|xz", "9|y"])
    }
  }
}
