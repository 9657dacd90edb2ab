// [ and ] in a list: the table as it was.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

private let music = """
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER);
  CREATE TABLE Charts(Week INTEGER, Place INTEGER, AlbumId INTEGER, PRIMARY KEY (Week, Place)) WITHOUT ROWID;
  CREATE INDEX titles ON Album(Title);
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
  INSERT INTO Charts VALUES (1, 1, 2);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct LookBackScenes {
  /// The numbers of the listed albums.
  private func ids(_ scene: Scene) -> [String] {
    scene.list.compactMap { line in line.split(separator: " ").first { Int($0) != nil }.map(String.init) }
  }

  private func commits(_ scene: Scene) async throws {
    try await scene.outside("UPDATE Album SET Title = 'Rock' WHERE AlbumId = 1")
    try await scene.outside(
      "BEGIN; INSERT INTO Album VALUES (4, 'Breaker', 2); DELETE FROM Album WHERE AlbumId = 2; COMMIT")
    try await scene.outside("UPDATE Charts SET AlbumId = 4")
  }

  @Test("HIS-11: the keys of a list act again when its earlier moment came while another tab was shown")
  func leftMeanwhile() async throws {
    try await fileScene(music) { scene in
      try await commits(scene)
      try await scene.pressAtOnce("[,2")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3  Charts 1 "), "\(scene.lines)")
      try await scene.press("1,j")
      #expect(scene.cursorRow?.hasPrefix("3 ") == true, "\(scene.lines)")
      // The way back to now, too.
      try await scene.press("[")
      #expect(scene.line(0).hasPrefix(" music.db › Album after commit 2, now "), "\(scene.lines)")
      try await scene.pressAtOnce("],2")
      try await scene.press("1")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3  Charts 1 "), "\(scene.lines)")
    }
  }

  @Test("HIS-11: [ and ] show a table as it was one commit earlier or later; the title says when; Esc is now")
  func moments() async throws {
    try await fileScene(music) { scene in
      try await commits(scene)
      try await scene.press("G,[")
      #expect(scene.line(0).hasPrefix(" music.db › Album after commit 2, now "), "\(scene.lines)")
      #expect(ids(scene) == ["1", "3", "4"], "\(scene.lines)")
      try await scene.press("[")
      #expect(scene.line(0).hasPrefix(" music.db › Album after commit 1, now "), "\(scene.lines)")
      #expect(ids(scene) == ["1", "2", "3"], "\(scene.lines)")
      try await scene.press("[")
      #expect(scene.line(0).hasPrefix(" music.db › Album as it was opened "), "\(scene.lines)")
      #expect(scene.list[0].contains("For Those About To Rock"), "\(scene.lines)")
      try await scene.press("[")
      #expect(
        scene.status.hasPrefix(" Not looked back: this is how it was when it was opened."), "\(scene.status)")
      #expect(scene.line(0).hasPrefix(" music.db › Album as it was opened "), "\(scene.lines)")
      // Other programs go on.
      try await scene.outside("DELETE FROM Album")
      #expect(ids(scene) == ["1", "2", "3"], "\(scene.lines)")
      try await scene.press("],]")
      #expect(scene.line(0).hasPrefix(" music.db › Album after commit 2, now "), "\(scene.lines)")
      #expect(ids(scene) == ["1", "3", "4"], "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  Album 0  Charts 1 "), "\(scene.lines)")
      try await scene.press("]")
      #expect(scene.status.hasPrefix(" This is now: [ goes one commit back."), "\(scene.status)")
      try await scene.press("[,]")
      #expect(scene.line(0).hasPrefix(" music.db  Album 0  Charts 1 "), "\(scene.lines)")
    }
  }

  @Test("HIS-11: the list keeps its search, order, filter and cursor; another tab is shown as it is now")
  func narrowed() async throws {
    try await fileScene(music) { scene in
      try await commits(scene)
      try await scene.press("L,s,/,type:r,Enter")
      #expect(ids(scene) == ["4", "3", "1"], "\(scene.lines)")
      try await scene.press("j,[,[")
      #expect(ids(scene) == ["3", "1"], "\(scene.lines)")
      #expect(scene.cursorRow?.contains("Restless and Wild") == true, "\(scene.lines)")
      try await scene.press("2")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3  Charts 1 ") && scene.list[0].contains("4"), "\(scene.lines)")
      try await scene.press("1")
      #expect(scene.line(0).hasPrefix(" music.db › Album after commit 1"), "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.lines.contains { $0.contains("Restless and Wild") }, "\(scene.lines)")
      try await scene.press("h,Esc")
      #expect(
        scene.line(0).hasPrefix(" music.db  Album 3  Charts 1 ") && ids(scene) == ["4", "3", "1"], "\(scene.lines)")
    }
  }

  @Test(
    "HIS-11: in the past no key writes, and each says why", arguments: ["a", "e", "d", "D", "E", "Space", "u", "C-r"])
  func refused(_ key: String) async throws {
    try await fileScene(music) { scene in
      try await scene.press("d")
      let rows = try scene.rows("SELECT * FROM Album")
      try await scene.press("[,\(key)")
      #expect(scene.status.hasPrefix(" This list shows the past: Esc goes back to now."), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM Album") == rows && ids(scene) == ["1", "2", "3"], "\(scene.lines)")
    }
  }

  @Test("HIS-11: behind a change of the table's structure nothing is known, and a sentence says so")
  func structure() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("ALTER TABLE Album ADD COLUMN Year")
      try await scene.outside("UPDATE Album SET Title = 'x'")
      try await scene.press("[,[")
      #expect(
        scene.status.hasPrefix(" Not looked back: commit 1 changed the structure: table Album was changed."),
        "\(scene.status)")
      #expect(scene.line(0).hasPrefix(" music.db › Album after commit 1"), "\(scene.lines)")
    }
  }
}
