// Another program's VACUUM changes the rowids of a table without an INTEGER PRIMARY KEY.
import AlmanacRecords
import Databases
import LiveQueries
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

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
      #expect(scene.lines.joined().contains("Not undone: another program has deleted"), "\(scene.lines)")
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
      #expect(
        scene.lines.contains { $0.hasPrefix(" 1 record is not marked any more: another program has rebuilt") },
        "\(scene.lines)")
      try await scene.press("d")
      #expect(try scene.rows(Self.content) == Self.before.filter { !$0.hasPrefix(name) })
    }
  }

  @Test(
    "ANY-25, ANY-34: the cursor keeps its record and its line when the table is altered, and the file vacuumed with it",
    arguments: ["ADD COLUMN c", "DROP COLUMN b", "ADD COLUMN c; VACUUM", "DROP COLUMN b; VACUUM"],
    ["j,j", "G,k", "s,G,C-u,C-u,C-u,C-u,C-u,C-u,C-u,k", "/,type:row 2,Enter,C-d,k"])
  func altered(_ change: String, _ keys: String) async throws {
    let sql = """
      CREATE TABLE t(a TEXT, b);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO t(rowid, a) SELECT i * 3, printf('row %03d', i) FROM n;
      """
    try await fileScene(sql) { scene in
      try await scene.press(keys)
      let (row, line) = (try #require(scene.cursorRow?.prefix(7)), scene.cursorLine)
      try await scene.outside("ALTER TABLE t \(change)")
      #expect(scene.line(2).hasSuffix(" b") == false, "\(scene.lines)")
      #expect(scene.cursorRow?.prefix(7) == row && scene.cursorLine == line, "\(scene.lines)")
      try await scene.press("d")
      #expect(try scene.rows("SELECT count(*) FROM t WHERE a = '\(row)'") == ["0"], "\(scene.lines)")
    }
  }

  @Test("ANY-25, ANY-34: marks that a paused list has kept over a VACUUM go when it is sorted")
  func marksOfPausedList() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,x,P")
      try await scene.outside("VACUUM")
      try await scene.press("s")
      #expect(scene.lines.contains { $0.contains("1 record is not marked any more") }, "\(scene.lines)")
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
    "ANY-34: before the screen knows of the VACUUM, d and Space change no record, y copies none, and they say why",
    arguments: ["d", "Space", "y"])
  func atOnce(_ key: String) async throws {
    try await fileScene(Self.table) { scene in
      for keys in ["j,x", "j", "Enter"] {
        try await scene.press(keys)
        try RawConnection.run("VACUUM", on: scene.path)
        try await scene.press(key)
        #expect(try scene.rows(Self.content) == Self.before, "\(keys): \(scene.lines)")
        #expect(scene.terminal.copied == nil, "\(keys)")
        #expect(scene.lines.joined().contains("another program has just rebuilt the file"), "\(keys): \(scene.lines)")
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

  @Test("ANY-34: a record that is open is gone when its rowid may be another record's, and no key changes that one")
  func detail() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,j,Enter")
      #expect(scene.line(1).contains("five"), "\(scene.lines)")
      try await scene.outside("VACUUM")
      #expect(scene.lines.contains { $0.contains("This record is gone") }, "\(scene.lines)")
      try await scene.press("d,Space,e,C-s")
      #expect(try scene.rows(Self.content) == Self.before)
    }
  }

  @Test("ANY-34: a paused list changes no record by its old rowids")
  func paused() async throws {
    let table = """
      CREATE TABLE t(a TEXT);
      INSERT INTO t(rowid, a) VALUES (3, printf('%.*c', 9000, 'x') || 3), (4, printf('%.*c', 9000, 'x') || 4),
        (5, printf('%.*c', 9000, 'x') || 5);
      """
    let content = "SELECT substr(a, -1) FROM t ORDER BY rowid"
    try await fileScene(table) { scene in
      try await scene.press("j,P")
      // The shown values of the records are equal: nothing seems to have changed.
      try await scene.outside(
        "DELETE FROM t WHERE rowid = 3; VACUUM; INSERT INTO t SELECT a || 6 FROM t LIMIT 1; VACUUM")
      try await scene.press("d")
      #expect(try scene.rows(content) == ["4", "5", "6"], "\(scene.lines)")
    }
  }

  @Test("ANY-25: marks go too where the table gets a column with the VACUUM")
  func altered() async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,x,j,j")
      try await scene.outside("VACUUM; ALTER TABLE t ADD COLUMN more")
      #expect(scene.lines.contains { $0.hasPrefix(" 1 record is not marked any more: ") }, "\(scene.lines)")
      #expect(!scene.list.contains { $0.hasPrefix(" *") }, "\(scene.lines)")
    }
  }

  @Test("ANY-25: after a VACUUM that has moved no rowid, keys go on as before")
  func sameRowIDs() async throws {
    try await fileScene("CREATE TABLE t(a); INSERT INTO t VALUES ('one'), ('two'), ('three')") { scene in
      try await scene.press("j")
      try await scene.outside("VACUUM")
      try await scene.press("d")
      #expect(try scene.rows("SELECT a FROM t") == ["one", "three"], "\(scene.lines)")
    }
  }

  @Test(
    "ANY-34: the rows of the list are newer than the record that is open: no key changes or copies another record",
    arguments: ["d", "Space", "y"])
  func detailReadBefore(_ key: String) async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press("j,j,Enter")
      try RawConnection.run("VACUUM", on: scene.path)
      // The list requests rows before any look for others' changes.
      let list = scene.session.store.list("t")
      scene.session.store.send(
        .lists(.element(id: list.table, action: .rows(.windowNeeded(RecordsWindow(list.list, after: 50))))))
      await scene.until { $0.list("t").live.page.rows.first?.id == 1 }
      try await scene.press(key)
      #expect(try scene.rows(Self.content) == Self.before, "\(scene.lines)")
      #expect(scene.lines.joined().contains("another program has just rebuilt the file"), "\(scene.lines)")
    }
  }

  @Test(
    "ANY-34: before the list knows of the VACUUM, Enter and e show no other record than the one with the cursor",
    arguments: ["Enter", "e"])
  func openedTooLate(_ key: String) async throws {
    let gate = StatementGate()
    try await fileScene(Self.table, trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("j,j")
      gate.close("ORDER BY")
      try RawConnection.run("VACUUM", on: scene.path)
      try await scene.connection.lookForOutsideChanges()
      await gate.arrival()
      try await scene.pressWhileWaiting(key)
      await scene.until { store in
        let list = store.list("t")
        return (list.detail?.record ?? list.form?.record ?? .unread) != .unread
      }
      #expect(scene.lines.contains { $0.contains("This record is gone") }, "\(scene.lines)")
    }
  }

  @Test("ANY-25, ANY-34: marks in a list behind another tab go with a VACUUM, and with a new column after it")
  func marksBehindAnotherTab() async throws {
    try await fileScene("CREATE TABLE u(x); \(Self.table)") { scene in
      try await scene.press("1,j,x,2")
      try await scene.outside("VACUUM; ALTER TABLE t ADD COLUMN more")
      try await scene.press("1")
      #expect(!scene.list.contains { $0.hasPrefix(" *") }, "\(scene.lines)")
      #expect(scene.lines.joined().contains("1 record is not marked any more."), "\(scene.lines)")
    }
  }

  @Test(
    "ANY-34: redo after a VACUUM, or of a record whose rowid is another one's by now, changes nothing and says so",
    arguments: [
      ("j,j,Space,u", "VACUUM", "changed"), ("j,j,d,u", "VACUUM", "changed"),
      ("G,d,u", "DELETE FROM t WHERE a = 'eight'; INSERT INTO t VALUES ('new', 1)", "deleted"),
    ])
  func redo(_ keys: String, _ sql: String, _ deed: String) async throws {
    try await fileScene(Self.table) { scene in
      try await scene.press(keys)
      #expect(try scene.rows(Self.content) == Self.before)
      try await scene.outside(sql)
      let content = try scene.rows(Self.content)
      try await scene.press("C-r")
      #expect(try scene.rows(Self.content) == content)
      #expect(scene.lines.joined().contains(" Not done again: another program has \(deed) "), "\(scene.lines)")
    }
  }
}
