// Somebody empties or damages the file while it is on the screen, and puts it right.
import AlmanacFeatures
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct DamagedFileScenes {
  @Test(arguments: ["wal", "delete"])
  func emptiedAndRestored(_ journal: String) async throws {
    try await scene(journal: journal) { scene in
      // Folded into the file, so that it is whole without its log.
      try await scene.shell("PRAGMA wal_checkpoint(TRUNCATE)")
      let url = URL(fileURLWithPath: scene.path)
      let whole = try Data(contentsOf: url)
      #expect(truncate(scene.path, 0) == 0)
      await scene.session.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                  book.db · emptied
           ID  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         The file has been emptied. What is shown was in it; nothing is written.
         / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("d")
      #expect(scene.status == " The file has been emptied: nothing is changed.")
      let handle = try FileHandle(forWritingTo: url)
      try handle.write(contentsOf: whole)
      try handle.close()
      await scene.session.settle()
      #expect(scene.line(0).hasSuffix("book.db · live"))
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func damagedAndRestored() async throws {
    try await scene { scene in
      try await scene.shell("PRAGMA wal_checkpoint(TRUNCATE)")
      try await scene.press("3,1")
      let url = URL(fileURLWithPath: scene.path)
      let whole = try Data(contentsOf: url)
      func write(_ bytes: Data) async throws {
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
        await scene.session.settle()
      }
      try await write(Data(repeating: 0x78, count: 8192))
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                  book.db · damaged
           ID  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         The file can't be read: it is damaged, or no database. What is shown was in
         it.
         / search  ⏎ open  ? help  q quit
        """)
      for key in ["a", "e", "Space", "d", "u"] {
        try await scene.press(key)
        #expect(scene.status == " The file can't be read: nothing is changed.", "after \(key)")
      }
      try await scene.press("3")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                  book.db · damaged
           Facts                   3   Facts added, by month
           Users                   5   Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 3
             Active                3
             Inactive              2

           Newest users                Users, by mail domain
           Ada Byron             2 d   example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison         3 d   example.com ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Annie Easley          3 d   example.edu ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Donald Knuth          9 d   example.net ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Grace Hopper         1 mo









         The file can't be read: it is damaged, or no database. What is shown was in
         it.
         ? help  q quit
        """)
      try await scene.press("1")
      try await write(whole.prefix(whole.count / 2 / 4096 * 4096))
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                  book.db · damaged
           ID  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         File can't be read: it is damaged, or no database. What is shown was in it.
         / search  ⏎ open  ? help  q quit
        """)
      try await write(whole)
      #expect(scene.line(0).hasSuffix("book.db · live"))
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
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
        scene.status == " The file is damaged: it has records twice. What can be read is shown.")
      try await scene.press("g,d")
      #expect(scene.status == " The file is damaged: nothing is changed.")
      try await scene.press("G,Home,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgUp,End")
      #expect(scene.line(0).hasSuffix("book.db · damaged"), "also where the rows are sound")
      try await scene.press("g")
      #expect(scene.list.first?.contains("401  Last.") == true)
      #expect(try scene.rows("SELECT count(*) FROM facts WHERE id = 401") == ["1"])
    }
  }
}
