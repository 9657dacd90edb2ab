// What another file has that the shown one has not, in the list of changes.
import AlmanacRecords
import Databases
import Foundation
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ComparedFileScenes {
  /// Compares the file of a scene with a copy that other statements have changed. `keys` are pressed meanwhile.
  /// `isGone`: the copy is deleted before it is compared.
  private func compare(
    _ scene: Scene, changedBy sql: String, keys: String = "", isGone: Bool = false
  ) async throws {
    let path = scene.path.replacing("book.db", with: "backup.db")
    try RawConnection.run("VACUUM INTO '\(path)'", on: scene.path)
    try RawConnection.run(sql, on: path)
    var configuration = SQLiteConnection.Configuration()
    (configuration.isReadOnly, configuration.watchesOtherProcesses) = (true, false)
    let other = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    if isGone { try FileManager.default.removeItem(atPath: path) }
    let events = try Key.parse(script: keys)
    // The comparison can't end before the keys are pressed: both are in one turn of the main actor.
    scene.session.store.send(.journal(.otherFileAsked(ComparedFile(name: "backup.db", connection: other))))
    for event in events { scene.terminal.send(event) }
    await scene.run.settle()
  }

  private static let changes = """
    UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1; DELETE FROM Album WHERE AlbumId = 2;
    INSERT INTO Artist VALUES (3, 'Kiss'); CREATE TABLE Label(x);
    """

  @Test(
    "HIS-12: --diff shows what the other file has that this one has not, by table and row; Esc goes to the table, q quits"
  )
  func list() async throws {
    try await fileScene(music) { scene in
      try await compare(scene, changedBy: Self.changes)
      scene.shows(
        """
         music.db › Changes 4 from here to backup.db                               live
         / search                                                                   1/3
           Table  Record     Change
         ▌ ▸ 1 deleted in Album
           ▸ 1 added, 1 updated in Artist
           Label          +  table Label was made

















         ⏎ open  l record  Space fold  P pause  f filter  y copy  Esc back  ? help
        """)
      try await scene.press("j,Space")
      #expect(
        scene.list.prefix(5) == [
          "   ▸ 1 deleted in Album", " ▌ ▾ 1 added, 1 updated in Artist",
          " + Artist  3       +  Kiss", " + Artist  1       ~  Name AC/DC → ACDC",
          "   Label           +  table Label was made",
        ], "\(scene.lines)")
      let removed = try #require(scene.lines.firstIndex { $0.contains("AC/DC → ACDC") })
      let column = try #require(scene.lines[removed].firstRange(of: "AC/DC"))
      let place = scene.lines[removed].distance(from: scene.lines[removed].startIndex, to: column.lowerBound)
      #expect(
        scene.terminal.style(at: Point(column: place, row: removed)).foreground != .standard,
        "the old value has a colour")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  Album 2  Artist 2  "), "\(scene.lines)")
      try await scene.press("C")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 0 "), "all changes of this file: \(scene.lines)")
    }
  }

  @Test("HIS-12: l goes to the record in the shown file, or says that only the other one has it; Esc comes back")
  func record() async throws {
    try await fileScene(music) { scene in
      try await compare(scene, changedBy: Self.changes)
      try await scene.press("j,Space,j,l")
      #expect(scene.status == " Artist 3 is only in backup.db.", "\(scene.lines)")
      try await scene.press("j,l")
      #expect(scene.line(0).hasPrefix(" music.db  Album 2  Artist 2"), "\(scene.lines)")
      #expect(scene.cursorRow?.contains("AC/DC") == true, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 4 from here to backup.db"), "\(scene.lines)")
      // A record that only this file has can be visited too.
      try await scene.press("g,Space,j,l")
      #expect(scene.cursorRow?.contains("Balls to the Wall") == true, "\(scene.lines)")
    }
  }

  @Test("HIS-12: the keys that change the file, or are of commits, say why they can't act")
  func refused() async throws {
    try await fileScene(music) { scene in
      try await scene.press("d")
      try await compare(scene, changedBy: Self.changes)
      let before = try scene.rows("SELECT * FROM Artist; SELECT * FROM Album")
      for (key, sentence) in [
        ("R", " This list is of two files: it is no change to revert. y copies it as SQL."),
        ("v", " This list is of two files: Esc leaves it."), ("X", " This list is of two files: Esc leaves it."),
        ("u", " Not undone: your latest change is another: Deleted Album 1. Esc leaves it."),
      ] {
        try await scene.press(key)
        #expect(scene.status.hasPrefix(sentence), "\(key): \(scene.lines)")
      }
      #expect(try scene.rows("SELECT * FROM Artist; SELECT * FROM Album") == before)
    }
  }

  @Test("HIS-16: y copies the statements that make the file into the other one, Y those that take it back")
  func copied() async throws {
    try await fileScene(music) { scene in
      try await compare(scene, changedBy: "UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1")
      try await scene.press("y")
      #expect(scene.terminal.copied == "UPDATE \"Artist\" SET \"Name\" = 'ACDC' WHERE \"ArtistId\" IS 1;")
      try await scene.press("Y,type:sql t,Enter")
      #expect(scene.terminal.copied == "UPDATE \"Artist\" SET \"Name\" = 'AC/DC' WHERE \"ArtistId\" IS 1;")
    }
  }

  @Test("HIS-12: the cursor's keys wait for the comparison, and then act in its list")
  func waiting() async throws {
    try await fileScene(music) { scene in
      try await compare(scene, changedBy: Self.changes, keys: "j,Space,d")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 4 from here to backup.db"), "\(scene.lines)")
      #expect(scene.list[1] == " ▌ ▾ 1 added, 1 updated in Artist", "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM Album") == ["2"])
    }
  }

  @Test(
    "HIS-12: the comparison takes no form, typed text, dialog or other tab from the person: C shows it later",
    arguments: [
      ("a,type:Love", "Esc,Esc", " music.db  Album 2  Artist 2 "),
      ("/,type:Balls", "Esc", " music.db  Album 2  Artist 2 "),
      (":", "Esc", " music.db  Album 2  Artist 2 "), ("2", "", " music.db  Album 2  Artist 2 "),
      ("C", "", " music.db › Changes 0 "),
    ])
  func meanwhile(_ keys: String, _ end: String, _ before: String) async throws {
    try await fileScene(music) { scene in
      // From then on the list of changes opens at once.
      try await scene.press("C,Esc")
      try await compare(scene, changedBy: Self.changes, keys: keys)
      #expect(!scene.lines[0].contains("Changes 4"), "\(scene.lines)")
      #expect(!keys.hasPrefix("a") || scene.lines.contains { $0.contains("Love") }, "\(scene.lines)")
      try await scene.press(end)
      #expect(scene.line(0).hasPrefix(before), "\(scene.lines)")
      #expect(scene.status.hasPrefix(" The files are compared: C shows what differs."), "\(scene.lines)")
      try await scene.press("C")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 4 from here to backup.db"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  Album 2  Artist 2 "), "\(scene.lines)")
      #expect(scene.status == "", "\(scene.lines)")
      try await scene.press("1,j")
      #expect(scene.cursorRow?.hasPrefix("2 ") == true, "\(scene.lines)")
    }
  }

  @Test("HIS-12: the status line tells of the comparison, also why keys wait; Ctrl-C stops it, and the keys act again")
  func stopped() async throws {
    let gate = StatementGate()
    try await fileScene(music, trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("g")
      gate.close { _ in true }
      let comparison = Task { try await compare(scene, changedBy: Self.changes) }
      await gate.arrival()
      try await scene.pressWhileWaiting("")
      #expect(scene.status == " Comparing with backup.db · Ctrl-C stops it", "\(scene.lines)")
      try await scene.pressWhileWaiting("j")
      await scene.waitWhileWaiting(0.3)
      #expect(
        scene.status == " Keys wait until the files are compared · Ctrl-C stops the comparison", "\(scene.lines)")
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      try await comparison.value
      #expect(scene.status == " Stopped: the files are not compared.", "\(scene.lines)")
      #expect(scene.line(0).hasPrefix(" music.db  Album 2  Artist 2 "), "\(scene.lines)")
      try await scene.press("g,j")
      #expect(scene.cursorRow?.hasPrefix("2 ") == true, "\(scene.lines)")
      try await scene.press("C")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 0 "), "\(scene.lines)")
    }
  }

  @Test("HIS-12: a file that is gone can't be compared, and the keys act again, also where the person left the tab")
  func gone() async throws {
    for keys in ["", "2,1"] {
      try await fileScene(music) { scene in
        try await compare(scene, changedBy: Self.changes, keys: keys, isGone: true)
        #expect(scene.status == " Not compared with backup.db: the file is no longer there.", "\(scene.lines)")
        try await scene.press("j")
        #expect(scene.cursorRow?.hasPrefix("2 ") == true, "\(scene.lines)")
      }
    }
  }

  @Test("HIS-12: equal files are said to be so")
  func equal() async throws {
    try await fileScene(music) { scene in
      try await compare(scene, changedBy: "SELECT 1")
      #expect(scene.status == " Nothing differs in backup.db.", "\(scene.lines)")
      #expect(scene.line(0).hasPrefix(" music.db  Album 2  "))
    }
  }
}
