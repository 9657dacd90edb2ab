// Another program's VACUUM gives the records of a table without an INTEGER PRIMARY KEY other rowids.
import AlmanacFeatures
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct VacuumScenes {
  private static let table = """
    CREATE TABLE t(a TEXT, done BOOLEAN);
    INSERT INTO t(rowid, a, done) VALUES (3, 'three', 0), (4, 'four', 0), (5, 'five', 0), (6, 'six', 0), (7, 'seven', 1),
      (8, 'eight', 0);
    """
  private static let content = "SELECT a, done FROM t ORDER BY rowid"
  private static let before = ["three|0", "four|0", "five|0", "six|0", "seven|1", "eight|0"]

  @Test("ANY-34: undo of a record whose rowid is another record's by now changes neither, and says so")
  func undo() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,j,Space")
      let toggled = ["three|0", "four|0", "five|1", "six|0", "seven|1", "eight|0"]
      #expect(try scene.rows(Self.content) == toggled)
      try await scene.outside("VACUUM")
      try await scene.press("u")
      #expect(scene.status.contains("Not undone: another program has changed"), "\(scene.status)")
      #expect(try scene.rows(Self.content) == toggled)
    }
  }

  @Test("ANY-34: undo of a record whose rowid another program has given to a new one changes neither")
  func reusedRowID() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("G,Space")
      try await scene.outside("DELETE FROM t WHERE a = 'eight'; INSERT INTO t VALUES ('new', 1)")
      #expect(try scene.rows("SELECT a FROM t WHERE rowid = 8") == ["new"])
      try await scene.press("u")
      #expect(scene.status.contains("Not undone: another program has changed"), "\(scene.status)")
      #expect(try scene.rows(Self.content).last == "new|1")
    }
  }

  @Test("ANY-34: a deleted record whose rowid is another record's by now comes back with another rowid")
  func deletedRecordComesBack() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("G,d")
      try await scene.outside("INSERT INTO t VALUES ('new', 1)")
      #expect(try scene.rows("SELECT a FROM t WHERE rowid = 8") == ["new"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted t “eight” · Ctrl-R redo", "\(scene.lines)")
      #expect(scene.cursorRow?.contains("eight") == true, "\(scene.lines)")
      #expect(try scene.rows(Self.content) == Self.before.dropLast() + ["new|1", "eight|0"])
      try await scene.press("C-r")
      #expect(try scene.rows(Self.content) == Self.before.dropLast() + ["new|1"])
      try await scene.press("u")
      #expect(try scene.rows(Self.content) == Self.before.dropLast() + ["new|1", "eight|0"])
    }
  }

  @Test("ANY-25, ANY-34: marks go with a sentence, and the cursor stays on its line")
  func marks() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,x,j,j")
      let (row, line) = (scene.cursorRow, scene.cursorLine)
      let name = try #require(row?.split(separator: " ").first.map(String.init))
      try await scene.outside("VACUUM")
      #expect((scene.cursorRow, scene.cursorLine) == (row, line))
      #expect(scene.status.hasPrefix(" 1 record is not marked any more."), "\(scene.status)")
      try await scene.press("d")
      #expect(try scene.rows(Self.content) == Self.before.filter { !$0.hasPrefix(name) })
    }
  }

  @Test("ANY-25, ANY-34: marks that a paused list has kept over a VACUUM go when it is sorted")
  func marksOfPausedList() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,x,P")
      try await scene.outside("VACUUM")
      try await scene.press("s")
      #expect(scene.status.contains("1 record is not marked any more."), "\(scene.lines)")
      let name = try #require(scene.cursorRow?.split(separator: " ").first.map(String.init))
      try await scene.press("d")
      #expect(try scene.rows(Self.content) == Self.before.filter { !$0.hasPrefix(name) }, "\(scene.lines)")
    }
  }

  @Test("ANY-25, ANY-34: a form over a table that another program makes anew says that its record is gone")
  func rebuiltTable() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,e,Tab,Space")
      try await scene.outside(
        """
        CREATE TABLE n(a TEXT, done BOOLEAN, extra); INSERT INTO n(a, done) SELECT a, done FROM t; DROP TABLE t;
        ALTER TABLE n RENAME TO t
        """)
      try await scene.press("C-s")
      #expect(try scene.rows(Self.content) == Self.before, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("This record is gone") }, "\(scene.lines)")
    }
  }

  @Test(
    "ANY-34: before the screen knows of the VACUUM, d and Space change no record, and say why",
    arguments: ["d", "Space"])
  func atOnce(_ key: String) async throws {
    try await fileScene(Self.table) { scene in
      for keys in ["j,x", "j", "Enter"] {
        try await scene.press(keys)
        try RawConnection.run("VACUUM", on: scene.path)
        try await scene.press(key)
        #expect(try scene.rows(Self.content) == Self.before, "\(keys): \(scene.lines)")
        #expect(scene.lines.joined().contains("another program has vacuumed the file"), "\(keys): \(scene.lines)")
        try await scene.press("Esc")
      }
    }
  }

  @Test(
    "ANY-34: a form whose record's rowid is another record's by now says that its record is gone",
    arguments: [true, false])
  func form(isKnown: Bool) async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,e,Tab,Space")
      if isKnown { try await scene.outside("VACUUM") } else { try RawConnection.run("VACUUM", on: scene.path) }
      try await scene.press("C-s")
      #expect(try scene.rows(Self.content) == Self.before)
      #expect(scene.lines.contains { $0.contains("This record is gone") }, "\(scene.lines)")
    }
  }
}
