// The file is deleted, moved, replaced or locked while it is on the screen.
import AlmanacFeatures
import Databases
import Foundation
import Stores
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct FileScenes {
  @Test(arguments: ["wal", "delete"])
  func deleted(_ journal: String) async throws {
    try await scene(journal: journal) { scene in
      try FileManager.default.removeItem(atPath: scene.path)
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · gone
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         The file is gone. You see what was in it; nothing is written. Put it back.
         / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("d")
      #expect(scene.status == " The file was gone: nothing was changed.")
      #expect(scene.list[0].contains("An octopus"))
      #expect(!FileManager.default.fileExists(atPath: scene.path))
      try await scene.press("2,Down")
      #expect(scene.cursorRow?.hasPrefix("alan mathison") == true)
      #expect(scene.status == " The file is gone. You see what was in it; nothing is written. Put it back.")
    }
  }

  @Test func theStatisticsOfADeletedFile() async throws {
    try await scene { scene in
      try await scene.press("3")
      try FileManager.default.removeItem(atPath: scene.path)
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · gone
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










         The file is gone. You see what was in it; nothing is written. Put it back.
         ? help  q quit
        """)
    }
  }

  @Test func movedAwayAndBack() async throws {
    try await scene { scene in
      try FileManager.default.moveItem(atPath: scene.path, toPath: scene.path + ".bak")
      await scene.run.settle()
      #expect(scene.line(0).hasSuffix("book.db · gone"))
      try FileManager.default.moveItem(atPath: scene.path + ".bak", toPath: scene.path)
      await scene.run.settle()
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.status == "")
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func anotherBookInItsPlaceIsShownAndLive() async throws {
    try await scene { scene in
      // This commit is still in the log: it must not get into the other book.
      try await scene.inside("UPDATE facts SET body = 'Of the old book.' WHERE id = 3")
      let other = try await makeBook(
        "INSERT INTO facts(id, body, createdAt) VALUES (5, 'Of the new book.', '2026-01-31 11:00')", beside: scene)
      #expect(rename(other, scene.path) == 0)
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 1  2 Users 0  3 Statistics                     book.db · live
         / search                                                                   1/1
         ID ▼  Fact                                                               Added
         ▌  5  Of the new book.                                                 1 h ago


















         Almanac opened the file that is now at this path: undo and marks are gone.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.shell("UPDATE facts SET body = 'By a shell.'")
      #expect(scene.list[0].contains("By a shell."))
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 5 · u undo")
      #expect(try scene.rows("PRAGMA integrity_check; SELECT count(*) FROM facts") == ["ok", "0"])
    }
  }

  @Test func whatWasMarkedAndDoneBelongsToTheOldBook() async throws {
    try await scene { scene in
      try await scene.press("2,Space,x")
      let other = try await makeBook(
        "INSERT INTO users(id, name, email, active) VALUES (1, 'Someone Else', 'else@example.org', 0)", beside: scene)
      #expect(rename(other, scene.path) == 0)
      await scene.run.settle()
      #expect(!scene.status.contains("marked"), "\(scene.status)")
      try await scene.press("u")
      #expect(try scene.rows("SELECT name, active FROM users") == ["Someone Else|0"])
    }
  }

  @Test func whatIsNoBookInItsPlaceIsSaidAndLeftAlone() async throws {
    try await scene { scene in
      let bytes = Data("just some text of somebody's".utf8)
      let other = scene.folder.appendingPathComponent("notes").path
      try bytes.write(to: URL(fileURLWithPath: other))
      #expect(rename(other, scene.path) == 0)
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                 book.db · replaced
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Another file is here now: it is damaged, or no database. Nothing is written.
         / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("d")
      #expect(scene.status == " Another file was here: nothing was changed.")
      #expect(try Data(contentsOf: URL(fileURLWithPath: scene.path)) == bytes)
      // Another program's database is no Almanac book either.
      try RawConnection.run("CREATE TABLE t(n)", on: scene.folder.appendingPathComponent("t.db").path)
      #expect(rename(scene.folder.appendingPathComponent("t.db").path, scene.path) == 0)
      try await scene.press("Down")
      #expect(scene.status == " Another file is here now: it is not an Almanac book. Nothing is written.")
      let book = try await makeBook("INSERT INTO facts(id, body) VALUES (5, 'Back.')", beside: scene)
      #expect(rename(book, scene.path) == 0)
      await scene.run.settle()
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.list[0].contains("Back."))
      #expect(scene.status == " Almanac opened the file that is now at this path: undo and marks are gone.")
    }
  }

  @Test func aLockOnTheBookInItsPlaceIsCountedAndGivenUp() async throws {
    try await scene { scene in
      scene.connection.waitForLocks(atMost: nil)
      let other = try await makeBook("INSERT INTO facts(id, body) VALUES (5, 'Of the new book.')", beside: scene)
      try RawConnection.run("PRAGMA journal_mode = DELETE", on: other)
      // It keeps its first name too: SQLite does not write into a file that has been moved.
      #expect(link(other, other + ".link") == 0)
      let holder = try RawConnection(other)
      try holder.run("BEGIN EXCLUSIVE")
      #expect(rename(other + ".link", scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.until { $0.file.status.waiting == .opening }
      await scene.waitWhileWaiting(2)
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                 book.db · replaced
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Waiting for another program's lock · 2 s · Esc gives up
         Esc give up  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Esc")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                 book.db · replaced
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Another file is here now: another program holds it. Nothing is written.
         / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("d")
      #expect(scene.status == " Another file was here: nothing was changed.")
      try holder.run("UPDATE facts SET body = 'Changed.'; COMMIT")
      await scene.run.settle()
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.list[0].contains("Changed."))
    }
  }

  @Test("a locked file in its place that changes while it is waited for is given up with one key")
  func aChangingFileIsGivenUp() async throws {
    try await scene { scene in
      scene.connection.waitForLocks(atMost: nil)
      let other = try await makeBook("INSERT INTO facts(id, body) VALUES (5, 'Of the new book.')", beside: scene)
      try RawConnection.run("PRAGMA journal_mode = DELETE", on: other)
      #expect(link(other, other + ".link") == 0)
      let holder = try RawConnection(other)
      try holder.run("BEGIN EXCLUSIVE")
      #expect(rename(other + ".link", scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.until { $0.file.status.waiting == .opening }
      let before = scene.connection.status.condition
      #expect(chmod(scene.path, 0o600) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.until { $0.file.status.condition != before }
      try await scene.press("Esc")
      #expect(scene.status == " Another file is here now: another program holds it. Nothing is written.")
      try holder.run("UPDATE facts SET body = 'Changed.'; COMMIT")
      await scene.run.settle()
      #expect(scene.list[0].contains("Changed."))
    }
  }

  @Test func anotherBookInTheMiddleOfAWriteIsOpenedAsAtTheStart() async throws {
    try await scene(size: Size(width: 80, height: 8)) { scene in
      let other = try await makeBook(Content.facts(3), beside: scene)
      let writer = try RawConnection(other)
      // With hardly any cache, the written pages are in the file and the journal is next to it, as after a kill.
      try writer.run("PRAGMA journal_mode=delete; PRAGMA cache_size=1; BEGIN; UPDATE facts SET body = zeroblob(99999)")
      for (from, to) in [(other + "-journal", scene.path + "-journal"), (other, other + ".copy")] {
        try FileManager.default.copyItem(atPath: from, toPath: to)
      }
      #expect(rename(other + ".copy", scene.path) == 0)
      await scene.run.settle()
      #expect(scene.list[0].contains("Fact 3") && scene.line(0).hasSuffix("book.db · live"), "\(scene.lines)")
      try writer.run("ROLLBACK")
    }
  }

  @Test func vacuumedTheCursorStays() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("PgDn,PgDn,Down")
      let (row, line) = (scene.cursorRow, scene.cursorLine)
      try await scene.shell("DELETE FROM facts WHERE id % 7 = 0 AND id < 300; VACUUM;")
      #expect((scene.cursorRow, scene.cursorLine) == (row, line))
      #expect(scene.line(0).contains("1 Facts 458"))
      #expect(scene.line(0).hasSuffix("book.db · live"))
      try await scene.shell("INSERT INTO facts(body) VALUES('after')")
      #expect(scene.line(0).contains("1 Facts 459"))
    }
  }

  @Test func restoredFromABackup() async throws {
    try await scene { scene in
      let other = try await makeBook("INSERT INTO facts(id, body) VALUES (8, 'From the backup.')", beside: scene)
      try await scene.shell(".restore '\(other)'")
      #expect(scene.list[0].contains("From the backup."))
      #expect(scene.line(0).contains("1 Facts 1"))
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 8 · u undo")
    }
  }
}
