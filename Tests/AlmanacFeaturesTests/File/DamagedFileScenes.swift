// Another program writes over the file while it is on the screen.
import AlmanacFeatures
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct DamagedFileScenes {
  @Test("an emptied file is never a crash, and nothing is written into it")
  func emptied() async throws {
    try await scene(journal: "delete") { scene in
      let url = URL(fileURLWithPath: scene.path)
      #expect(truncate(scene.path, 0) == 0)
      await scene.run.settle()
      try await scene.press("d")
      #expect(scene.status == " The list can't be read: Almanac changes nothing.")
      #expect(try Data(contentsOf: url).isEmpty)
    }
  }

  @Test("where SQLite reports damage the screen says so and nothing is written, until another file stands there")
  func damagedAndReplaced() async throws {
    try await scene(journal: "delete") { scene in
      try await scene.press("3,1")
      let url = URL(fileURLWithPath: scene.path)
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(repeating: 0x78, count: 8192))
      try handle.close()
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                  book.db · damaged
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         The file is damaged or replaced: nothing is written. Put a sound copy there.
         / search  ⏎ open  ? help  q quit
        """)
      for key in ["a", "e", "Space", "d", "u"] {
        try await scene.press(key)
        #expect(
          scene.status == " Not changed: the file is damaged or replaced. Put a sound copy in its place.",
          "after \(key)")
      }
      #expect(try Data(contentsOf: url) == Data(repeating: 0x78, count: 8192))
      try await scene.replaceBook(by: Content.few)
      #expect(scene.line(0).hasSuffix("book.db · live"))
      await scene.wait(1)
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  /// Writes over the file of a scene in place, as `cp` does.
  private func overwrite(_ scene: Scene, with content: Data) async throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: scene.path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: content)
    try handle.close()
    await scene.run.settle()
  }

  private static let customers = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name); INSERT INTO customer VALUES (1, 'Ada');
    """

  @Test("a file that was overwritten is opened again when a sound one is written over it in place")
  func soundAgain() async throws {
    try await fileScene(Self.customers, size: Size(width: 80, height: 8), journal: "delete") { scene in
      let sound = try Data(contentsOf: URL(fileURLWithPath: scene.path))
      try await overwrite(scene, with: Data(repeating: 0x78, count: 9000))
      #expect(scene.line(0).hasSuffix(" damaged"), "\(scene.lines)")
      try await overwrite(scene, with: Data(repeating: 0x79, count: 9001))
      #expect(scene.line(0).hasSuffix(" replaced"), "\(scene.lines)")
      #expect(scene.status == " Another file is here now: it is damaged, or no database. Nothing is written.")
      try await overwrite(scene, with: sound)
      #expect(scene.line(0).hasSuffix(" live"), "\(scene.lines)")
      #expect(scene.cursorRow == "1  Ada")
      try await scene.press("d")
      #expect(scene.status == " Deleted customer 1 · u undo")
    }
  }

  @Test("a moment at which the file is empty, while another program writes over it, takes no table away")
  func emptyForAMoment() async throws {
    try await fileScene(Self.customers, size: Size(width: 60, height: 8), journal: "delete") { scene in
      let other = scene.folder.appendingPathComponent("other.db")
      try RawConnection.run("\(Self.customers) INSERT INTO customer VALUES (2, 'Bob')", on: other.path)
      try await overwrite(scene, with: Data())
      #expect(scene.line(0).hasPrefix(" music.db  customer ") && scene.line(0).hasSuffix(" damaged"), "\(scene.lines)")
      #expect(!scene.status.contains("no longer in the file"), "\(scene.lines)")
      try await overwrite(scene, with: try Data(contentsOf: other))
      #expect(scene.line(0).hasPrefix(" music.db  customer 2 ") && scene.line(0).hasSuffix(" live"))
      #expect(!scene.status.contains("no longer in the file"), "\(scene.lines)")
      #expect(scene.cursorRow == "1  Ada")
    }
  }

  @Test("an empty file that becomes garbage is not said to have no tables yet")
  func emptyThenGarbage() async throws {
    try await fileScene("", size: Size(width: 80, height: 8), journal: "delete") { scene in
      try await overwrite(scene, with: Data(repeating: 0x78, count: 9000))
      #expect(scene.line(0).hasSuffix(" damaged"), "\(scene.lines)")
      #expect(scene.list.first == "   There were no tables in this file when it was read last.")
      #expect(scene.status == " The file is damaged or replaced: nothing is written. Put a sound copy there.")
    }
  }

  @Test("A record that a damaged file gives twice is listed once, and the screen says that the file is damaged")
  func doubles() async throws {
    try await scene(Content.facts(400)) { scene in
      try copyLastLeaf(of: "facts", in: scene.path)
      try await scene.outside(
        "INSERT INTO facts(id, body, createdAt) VALUES (401, 'Last.', '2026-01-31 12:00:00.000')")
      #expect(scene.line(0).hasSuffix("book.db · damaged"))
      #expect(
        scene.status == " The file is damaged: it has some records twice. You see what can be read.")
      try await scene.press("g,d")
      #expect(scene.status == " The file is damaged: Almanac changes nothing.")
      try await scene.press("G,Home,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgUp,End")
      #expect(scene.line(0).hasSuffix("book.db · damaged"), "also where the rows are sound")
      try await scene.press("g")
      #expect(scene.list.first?.contains("401  Last.") == true)
      #expect(try scene.rows("SELECT count(*) FROM facts WHERE id = 401") == ["1"])
    }
  }
}
