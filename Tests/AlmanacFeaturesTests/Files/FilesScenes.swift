// Several files on one screen.
import AlmanacRecords
import Containers
import Databases
import Foundation
import Locks
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let music = """
  CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO band VALUES (1, 'Trio'), (2, 'Quartet');
  """
private let bakery = """
  CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (1, 'Bread'), (2, 'Cheese');
  CREATE TABLE sale(id INTEGER PRIMARY KEY, item INTEGER);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct FilesScenes {
  @Test("CIT-28: two files are two groups of tabs; `)` and `(` go from one to the other, round the end")
  func twoFiles() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery]) { scene in
      scene.shows(
        """
         music.db 1/2  band 2                                  live
         / search                                               1/2
         id ▲  name
         ▌  1  Trio
            2  Quartet






         a add  e edit  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.press(")")
      #expect(scene.top == " shop.db 2/2  item 2  sale 0                           live")
      try await scene.press("Tab,)")
      #expect(scene.top == " music.db 1/2  band 2                                  live")
      try await scene.press("(")
      #expect(scene.top == " shop.db 2/2  item 2  sale 0                           live")
    }
  }

  @Test("CIT-28: each file has its own changes to undo, and keys write only to the file that is shown")
  func ownUndo() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery]) { scene in
      try await scene.press("d,),Down,d")
      #expect(try scene.rows("music.db", "SELECT name FROM band") == ["Quartet"])
      #expect(try scene.rows("shop.db", "SELECT name FROM item") == ["Bread"])
      try await scene.press("(,u")
      #expect(try scene.rows("music.db", "SELECT name FROM band") == ["Trio", "Quartet"])
      #expect(try scene.rows("shop.db", "SELECT name FROM item") == ["Bread"])
      try await scene.press("),u")
      #expect(try scene.rows("shop.db", "SELECT name FROM item") == ["Bread", "Cheese"])
    }
  }

  @Test("CIT-28: a file that is not shown reads no rows, and counts what other programs change")
  func notShown() async throws {
    let statements = Lock<[String]>([])
    try await filesScene(["music.db": music, "shop.db": bakery], statements: statements) { scene in
      statements.withLock { $0 = [] }
      try await scene.outside("shop.db", "INSERT INTO item VALUES (3, 'Milk'); INSERT INTO item VALUES (4, 'Tea');")
      let reads = statements.withLock { $0 }.filter { $0.hasPrefix("shop.db") && $0.contains("FROM \"item\"") }
      #expect(reads.allSatisfy { $0.contains("count(*)") }, "\(reads)")
      try await scene.press(":,s,h,o,p")
      #expect(scene.terminal.screen.contains { $0.contains("shop.db") && $0.contains("file 2 · 2 new") })
      try await scene.press("Esc,)")
      #expect(scene.top == " shop.db 2/2  item 4  sale 0                           live")
      #expect(scene.terminal.screen.contains { $0.contains("Tea") })
    }
  }

  @Test("CIT-28: a file that is replaced while it is not shown is followed, and the others keep their own")
  func replaced() async throws {
    let two = music + "CREATE TABLE gig(id INTEGER PRIMARY KEY, place TEXT); INSERT INTO gig VALUES (1, 'Bar');"
    try await filesScene(["music.db": two, "shop.db": bakery]) { scene in
      try RawConnection.run(
        "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (7, 'Salt')",
        on: scene.path("new.db"))
      #expect(rename(scene.path("new.db"), scene.path("shop.db")) == 0)
      await scene.files.settle()
      await scene.files.settle()
      // A table that is visited first now is read from the shown file.
      try await scene.press("Tab")
      #expect(scene.top == " music.db 1/2  band 2  gig 1                           live")
      #expect(scene.terminal.screen[3] == " ▌  1  Bar")
      try await scene.press("),d")
      #expect(scene.top == " shop.db 2/2  item 0                                   live")
      #expect(try scene.rows("shop.db", "SELECT count(*) FROM item") == ["0"])
      #expect(try scene.rows("music.db", "SELECT count(*) FROM gig") == ["1"])
    }
  }

  @Test("CIT-28: the palette has the tables of all files, and goes to the file of the chosen one")
  func tablesOfAll() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery]) { scene in
      try await scene.press(":")
      try await scene.press("s,a,l")
      #expect(scene.terminal.screen.contains { $0.contains("sale") && $0.contains("shop.db") })
      try await scene.press("Enter")
      #expect(scene.top == " shop.db 2/2  item 2  sale 0                           live")
      try await scene.choose("music.db")
      #expect(scene.top == " music.db 1/2  band 2                                  live")
    }
  }

  @Test("CIT-28: :open opens a file next to the others; the same file, by another name too, is only shown")
  func openPath() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery], open: ["music.db"]) { scene in
      #expect(scene.top == " music.db  band 2                                      live")
      try await scene.choose("open " + scene.path("shop.db"))
      #expect(scene.top == " shop.db 2/2  item 2  sale 0                           live")
      try FileManager.default.createSymbolicLink(
        atPath: scene.path("other.db"), withDestinationPath: scene.path("music.db"))
      try await scene.choose("open " + scene.path("other.db"))
      #expect(scene.top == " music.db 1/2  band 2                                  live")
      try await scene.choose("open " + scene.path("gone.db"))
      #expect(scene.top == " music.db 1/2  band 2                                  live")
      #expect(scene.unwrapped.contains("gone.db"))
    }
  }

  @Test("CIT-28: after `open ` the palette offers the folders and databases that begin like what is typed")
  func completion() async throws {
    try await filesScene(
      ["music.db": music, "mail.db": bakery], open: ["music.db"], size: Size(width: 100, height: 16)
    ) { scene in
      try "text, no database".write(toFile: scene.path("manual.txt"), atomically: true, encoding: .utf8)
      try FileManager.default.createDirectory(atPath: scene.path("maps"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: scene.path("mail.db"), toPath: scene.path("maps/inside.db"))
      let paths = [scene.path("music.db"), scene.path("music.db-shm")]
      let locks = try paths.map(lockCount)
      #expect(locks.allSatisfy { $0 > 0 })
      let offers = await FilePaths.completions(of: scene.path("m")[...])
      // To read a file with the table of the process ends the locks on it.
      #expect(try paths.map(lockCount) == locks)
      #expect(offers.map(\.path) == [scene.path("mail.db"), scene.path("maps") + "/", scene.path("music.db")])
      #expect(offers.map(\.isFolder) == [false, true, false])
      // The folder leads to what is in it.
      try await scene.press(":")
      scene.terminal.send(.paste("open " + scene.path("maps")))
      try await scene.press("Enter")
      #expect(scene.terminal.screen.contains { $0.contains("inside.db") })
      try await scene.press("Enter")
      #expect(scene.top.hasPrefix(" inside.db 2/2  item 2  sale 0"))
    }
  }

  @Test("CIT-28: a bad file among several is a sentence, and the others open")
  func badFile() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery], open: ["music.db", "gone.db", "shop.db"]) { scene in
      #expect(scene.unwrapped.contains("gone.db"))
      try await scene.press(")")
      #expect(scene.top == " shop.db 2/2  item 2  sale 0                           live")
    }
  }

  @Test("CIT-28: files of the same name are told apart by their folders")
  func sameName() {
    var state = Files.State()
    state.all = [
      Files.File(number: 1, path: "/a/x.db"), Files.File(number: 2, path: "/b/x.db"),
      Files.File(number: 3, path: "/b/y.db"),
    ]
    state.shown = 2
    #expect(state.all.map(state.name) == ["a/x.db", "b/x.db", "y.db"])
    #expect(state.place == "2/3")
    #expect([1, -1, 2].map { state.file(after: $0)?.number } == [3, 1, 1])
  }

  @Test("CIT-28: Q closes one file, and the one before it is shown; q leaves all")
  func closing() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery]) { scene in
      try await scene.press("),Q")
      #expect(scene.top == " music.db  band 2                                      live")
      #expect(!scene.hasEnded)
      // The last file is left with `q`.
      try await scene.press("Q")
      #expect(!scene.hasEnded)
      try await scene.press("q")
      #expect(scene.hasEnded)
    }
  }

  @Test("CIT-28: q and Q ask once for what would be lost, q in any file")
  func loss() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery], size: Size(width: 90, height: 12)) { scene in
      let other = try RawConnection(scene.path("music.db"))
      try other.run("BEGIN IMMEDIATE")
      scene.terminal.send(.key(.character("d")))
      await scene.untilWriteWaits()
      await scene.pressWhileWaiting("Q")
      #expect(scene.status == " The last change is not written. The same key again closes the file all the same.")
      await scene.pressWhileWaiting(")")
      #expect(scene.top.hasPrefix(" shop.db 2/2"))
      await scene.pressWhileWaiting("q")
      #expect(scene.status == " The last change of music.db is not written. The same key again quits all the same.")
      #expect(!scene.hasEnded)
      await scene.pressWhileWaiting("q")
      #expect(scene.hasEnded)
      try other.run("ROLLBACK")
    }
  }

  @Test("CIT-28: no key that was typed before a file was shown acts on a record there")
  func typedAhead() async throws {
    try await filesScene(["music.db": music, "shop.db": bakery]) { scene in
      // The second `d` waits for the first, and the keys behind it wait too.
      try await scene.pressAtOnce("d,d,),d")
      #expect(try scene.rows("music.db", "SELECT count(*) FROM band") == ["0"])
      #expect(scene.top == " shop.db 2/2  item 2  sale 0                           live")
      #expect(try scene.rows("shop.db", "SELECT count(*) FROM item") == ["2"])
    }
  }

  @Test("CIT-28: the last files are in the palette, without those that are open")
  func recentFiles() async throws {
    let noted = Lock<[String]>([])
    Container.shared.recentFiles.register {
      RecentFiles(
        all: { noted.withLock(\.self) },
        note: { path in noted.withLock { noted in noted = [path] + noted.filter { $0 != path } } })
    }
    try await filesScene(["music.db": music, "shop.db": bakery], size: Size(width: 100, height: 20)) { scene in
      // The first one is noted behind the first screen.
      #expect(noted.withLock(\.self) == [scene.path("shop.db")])
      scene.clock.advance(by: 1)
      #expect(noted.withLock(\.self) == [scene.path("music.db"), scene.path("shop.db")])
      try await scene.press("),Q")
      try await scene.choose("shop.db")
      #expect(scene.top.hasPrefix(" shop.db 2/2  item 2  sale 0"))
    }
  }
}
