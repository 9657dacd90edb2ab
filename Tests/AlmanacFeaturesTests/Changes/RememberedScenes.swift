// The list of changes begins with what has changed since the last run.
import AlmanacRecords
import Containers
import Foundation
import TestSupport
import Testing

@testable import AlmanacFeatures

private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, 'Kiss'), (4, 'Abba');
  """

@Suite(.recordsIssues, .container)
@MainActor
struct RememberedScenes {
  /// Remembers the file as it is, eighteen hours before the scene, and changes it.
  private func changed(by sql: String) -> (String) throws -> Void {
    { path in
      let copy = path.replacing("book.db", with: "copy.db")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try RawConnection.run(sql, on: path)
      Container.shared.fileMemory.register {
        FileMemory(
          last: { RememberedFile(path: copy, madeAt: Content.now - 18 * 3_600) }, keep: { _, _ in })
      }
    }
  }

  @Test("HIS-15: C begins with what has changed since the last run, R takes it back, and later commits come after it")
  func changes() async throws {
    let sql = """
      UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1; UPDATE Artist SET Name = 'ABBA' WHERE ArtistId = 4;
      DELETE FROM Artist WHERE ArtistId = 2; INSERT INTO Artist VALUES (9, 'Zappa')
      """
    try await fileScene(music, beforeOpening: changed(by: sql)) { scene in
      #expect(scene.line(23).contains("C changes 4"), "\(scene.lines)")
      try await scene.outside("UPDATE Artist SET Name = 'A.C.D.C.' WHERE ArtistId = 1")
      try await scene.press("C")
      scene.shows(
        """
         music.db › Changes 5                                                      live
         / search                                                                   1/6
           When    Table   Record     Change                                    Program›
         ▌ now     Artist  1       ~  Name ACDC → A.C.D.C.                      another
           now     ▾ 12:00:00 · since 2026-01-30 18:00: 1 added, 2 updated, 1…  another
           ·       Artist  9       +  Zappa                                     ·
           ·       Artist  4       ~  Name Abba → ABBA                          ·
           ·       Artist  1       ~  Name AC/DC → ACDC                         ·
           ·       Artist  2       -  Accept                                    ·













                                                                              following
         ⏎ open  l record  R revert  Space fold  P pause  f filter  Esc back  ? help
        """)
      try await scene.press("R")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["ACDC"])
      try await scene.press("G,R")
      #expect(try scene.rows("SELECT * FROM Artist") == ["1|AC/DC", "2|Accept", "3|Kiss", "4|Abba"], "\(scene.lines)")
    }
  }

  @Test("HIS-15: [ goes to the table before what has changed since the last run")
  func past() async throws {
    let sql = "DELETE FROM Artist WHERE ArtistId = 2; UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1"
    try await fileScene(music, beforeOpening: changed(by: sql)) { scene in
      #expect(scene.list.prefix(3).map { $0.suffix(5) } == [" ACDC", " Kiss", " Abba"], "\(scene.lines)")
      try await scene.press("[")
      #expect(scene.list.prefix(4).map { $0.suffix(5) } == ["AC/DC", "ccept", " Kiss", " Abba"], "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.list.prefix(3).map { $0.suffix(5) } == [" ACDC", " Kiss", " Abba"], "\(scene.lines)")
    }
  }

  @Test("HIS-15: after a commit that changed the structure before the comparison, R refuses what came before")
  func structure() async throws {
    try await fileScene(music, beforeOpening: changed(by: "DELETE FROM Artist WHERE ArtistId = 2")) { scene in
      let copy = try #require(Container.shared.fileMemory()?.last())
      let journal = ChangeJournal(following: scene.connection, commitsBefore: 1) { Content.now }
      try await scene.outside("CREATE TABLE Other(x)")
      try await journal.begin(with: copy)
      let first = try #require(journal.entries(after: 0, atMost: 9) { $0.commit == 1 }.first)
      #expect(throws: CantRevert.self) { try journal.reversal(of: .commit(of: first.id)) }
    }
  }

  @Test("HIS-15: of a list that was cleared or has forgotten commits before the comparison nothing comes before it")
  func forgotten() async throws {
    try await fileScene(music, beforeOpening: changed(by: "DELETE FROM Artist WHERE ArtistId = 2")) { scene in
      let copy = try #require(Container.shared.fileMemory()?.last())
      let journal = ChangeJournal(following: scene.connection, commitsBefore: 1) { Content.now }
      try await scene.outside("UPDATE Artist SET Name = 'Kiss!' WHERE ArtistId = 3")
      journal.clear()
      try await journal.begin(with: copy)
      #expect(journal.entries(after: 0, atMost: 9) { _ in true }.isEmpty)
      #expect(!journal.isAsRemembered)
    }
  }

  @Test("HIS-15: a row that this run has seen changed before the comparison was as that change found it")
  func changedBefore() async throws {
    let sql = "UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1"
    try await fileScene(music, beforeOpening: changed(by: sql)) { scene in
      let copy = try #require(Container.shared.fileMemory()?.last())
      let journal = ChangeJournal(following: scene.connection, commitsBefore: 1) { Content.now }
      try await scene.outside("UPDATE Artist SET Name = 'A.C.D.C.' WHERE ArtistId = 1")
      try await scene.outside("DELETE FROM Artist WHERE ArtistId = 1")
      try await journal.begin(with: copy)
      let entries = journal.entries(after: 0, atMost: 9) { _ in true }.reversed()
      #expect(
        entries.compactMap { journal.words(of: $0.id)?.text } == [
          "Name AC/DC → ACDC", "since 2026-01-30 18:00: 1 updated in Artist", "Name ACDC → A.C.D.C.", "A.C.D.C.",
        ])
    }
  }

  @Test("HIS-15: if nothing has changed, the list is empty; if the copy is damaged, a sentence says so")
  func nothing() async throws {
    try await fileScene(music, beforeOpening: changed(by: "SELECT 1")) { scene in
      #expect(scene.line(23).contains("C changes  ?"), "\(scene.lines)")
      #expect(scene.session.journal.isAsRemembered)
      try await scene.outside("DELETE FROM Artist")
      #expect(!scene.session.journal.isAsRemembered)
    }
    let damaged = { (path: String) in
      try self.changed(by: "DELETE FROM Artist")(path)
      try Data("no database".utf8).write(to: URL(fileURLWithPath: path.replacing("book.db", with: "copy.db")))
    }
    try await fileScene(music, beforeOpening: damaged) { scene in
      #expect(
        scene.lines[21...22] == [
          " What has changed since the last time is not known: the file is damaged, or no", " database.",
        ], "\(scene.lines)")
      #expect(!scene.session.journal.isAsRemembered)
    }
  }
}
