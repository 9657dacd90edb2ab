// Another book takes the place of the shown one: a new session begins on it. The person's unfinished work carries over;
// the history of the old book does not.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Foundation
import Stores
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ReplacedFileScenes {
  private static let news = " Almanac opened the file that is now at this path: undo and marks are gone."

  @Test func aNumberThatIsTypedForTheOldBookChangesNothingInTheNewOne() async throws {
    try await scene(Content.users(150), size: Size(width: 80, height: 8)) { scene in
      try await scene.press("2,C-a,d,type:150")
      try await scene.replaceBook(by: Content.users(150))
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 150  3 Statistics                   book.db · live
         / search                                                                 1/150
           Name ▲        E-mail                                          Active   Added
         ▌ User 0001     user1@example.org                                 ●        1 d
           User 0002     user2@example.org                                 ●        1 d
           User 0003     user3@example.org                                 ○        1 d
         Almanac opened the file that is now at this path: undo and marks are gone.
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("type:1,Enter")
      #expect(scene.line(2).contains("E-mail"), "they were meant for the number")
      try await scene.press("Enter")
      #expect(scene.line(1) == "   User 1")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["150"])
    }
  }

  @Test("what was typed into an edit is offered for a new record, and is never written over the one with its identity")
  func anEditOfTheOldBook() async throws {
    try await scene(size: Size(width: 80, height: 12)) { scene in
      try await scene.press("2,e,type: II")
      try await scene.replaceBook(
        by: "INSERT INTO users(id, name, email, active) VALUES (1, 'Someone Else', 'else@example.org', 0)")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 1  3 Statistics                     book.db · live
        ┌ New user ────────────────────────────────────────────────────────────────────┐
        │ Name    Ada Byron II                                                         │
        │                                                                              │
        │ E-mail  ada@example.org                                                      │
        │                                                                              │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
         Almanac opened the file that is now at this path: undo and marks are gone.
         What you typed is offered as a new user.
         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("C-s")
      #expect(scene.status == " Added user 2 · u undo")
      #expect(
        try scene.rows("SELECT id, name, email, active FROM users") == [
          "1|Someone Else|else@example.org|0", "2|Ada Byron II|ada@example.org|1",
        ])
    }
  }

  @Test(
    "REAL-16: no key acts on a record of a file that has just taken the place", arguments: ["d", "Space", "e", "x"])
  func exchangedFile(key: String) async throws {
    try await scene(Content.users(3), size: Size(width: 80, height: 16)) { scene in
      try await scene.press("2")
      try await scene.replaceBook(by: Content.users(5))
      let rows = try scene.rows("SELECT id, name, active FROM users")
      #expect(rows.count == 5)
      await scene.wait(0.399)
      try await scene.pressAtOnce(key)
      #expect(scene.said == "Another record has just come here: press the key again.", "\(scene.lines)")
      #expect(try scene.rows("SELECT id, name, active FROM users") == rows)
      await scene.wait(0.4)
      if key == "e" { try await scene.press("Esc") }
      try await scene.pressAtOnce("d")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["4"], "\(scene.lines)")
    }
  }

  @Test func aFormThatGoesOnInAnotherBookStaysInItsField() async throws {
    try await scene(size: Size(width: 80, height: 12)) { scene in
      try await scene.press("2,e,Tab,type:.u")
      try await scene.replaceBook(by: Content.users(3))
      try await scene.press("type:k")
      #expect(scene.lines.contains { $0.contains("│ E-mail  ada@example.org.uk ") }, "\(scene.lines)")
    }
  }

  @Test func whatIsAddedIsSavedIntoTheNewBook() async throws {
    try await scene { scene in
      try await scene.press("a,type:Mine.")
      try await scene.replaceBook(by: "INSERT INTO facts(id, body) VALUES (8, 'Of the new book.')")
      try await scene.press("C-s")
      #expect(scene.status == " Added fact 9 · u undo")
      #expect(try scene.rows("SELECT body FROM facts") == ["Of the new book.", "Mine."])
    }
  }

  @Test func aSearchThatIsTypedGoesOnInTheNewBook() async throws {
    try await scene(size: Size(width: 80, height: 8)) { scene in
      try await scene.press("2,/,type:example.o")
      try await scene.replaceBook(by: Content.users(3))
      try await scene.press("type:rgd")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 3  3 Statistics                     book.db · live
         / example.orgd                                                          0 of 3
           Name ▲        E-mail                                          Active   Added

           Nothing matches. Esc clears the search.


         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.press("BSpace,Enter")
      #expect(scene.list.prefix(3).allSatisfy { $0.contains("User 000") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["3"])
    }
  }

  @Test(arguments: ["?", "3,?"])
  func aHelpThatIsOpenStaysOpen(keys: String) async throws {
    try await scene { scene in
      try await scene.press(keys)
      let keys = scene.line(23)
      try await scene.replaceBook(by: "INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')")
      #expect(scene.lines.contains { $0.contains("┌ Help ─") } && scene.line(23) == keys, "\(scene.lines)")
      try await scene.press("Esc,1")
      #expect(scene.list[0].contains("Of the new book."), "\(scene.lines)")
    }
  }

  @Test func aListOrStatisticsThatStandStillGoOnWithTheNewBook() async throws {
    for keys in ["P", "3,P,1"] {
      try await scene { scene in
        try await scene.press(keys)
        try await scene.replaceBook(by: "INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')")
        #expect(scene.list[0].contains("Of the new book.") && scene.list[1].isEmpty, "\(scene.lines)")
        #expect(scene.line(0).contains("1 Facts 1  2 Users 0 "), "\(scene.lines)")
        #expect(scene.status == Self.news)
      }
    }
  }

  @Test func theOrderAndTheFilterStay() async throws {
    try await scene(Content.users(6)) { scene in
      try await scene.press("2,f,S")
      try await scene.replaceBook(by: Content.users(9))
      #expect(scene.list[0].contains("User 0008") && scene.line(1).contains("6 of 9"), "\(scene.lines)")
    }
  }

  @Test("while another program holds the new book the old rows stay, and nothing is written to either")
  func lockedNewcomer() async throws {
    try await scene { scene in
      let other = try await makeBook(Content.few, beside: scene)
      try RawConnection.run("PRAGMA journal_mode = DELETE", on: other)
      #expect(link(other, other + ".link") == 0)
      let holder = try RawConnection(other)
      try holder.run("BEGIN EXCLUSIVE")
      #expect(rename(other + ".link", scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.until { $0.file.status.waiting == .opening }
      for keys in ["d", "2,Space", "e", "1,a"] {
        try await scene.pressWhileWaiting(keys)
        #expect(scene.status.hasPrefix(" Waiting for another program's lock"), "\(keys): \(scene.status)")
        // Keys pressed right after a and e would be meant for their forms.
        await scene.waitWhileWaiting(0.5)
      }
      #expect(scene.list[0].contains("An octopus"))
      try holder.run("COMMIT")
      await scene.run.settle()
      // The refusal of these keys could not be shown before.
      #expect(
        scene.lines.suffix(3).joined().hasPrefix(
          " Another file was here: nothing was changed. Almanac opened the file that is now at this path: undo and"),
        "\(scene.lines)")
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(try scene.rows("SELECT count(*), sum(active) FROM users, facts") == ["15|9"])
    }
  }

  @Test func aStepThatWaitsIsNotTakenInTheNewBook() async throws {
    try await lockedScene(before: "d") { scene, holder in
      try await scene.pressWhileWaiting("u")
      await scene.status { $0.waiting == .write }
      let other = try await makeBook("INSERT INTO facts(id, body) VALUES (1, 'Of the new book.')", beside: scene)
      #expect(rename(other, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      // The undo has failed, and the log of the old book is still locked.
      await scene.status { $0.waiting == .opening }
      try holder.run("COMMIT")
      await scene.run.settle()
      // The person could not read the refusal before.
      #expect(
        scene.lines.suffix(3).joined().hasPrefix(
          " Not undone: another file has taken its place. Almanac opened the file that is now at this path: undo and marks are gone."
        ),
        "\(scene.lines)")
      try await scene.press("u")
      #expect(scene.status == " Nothing to undo.")
      #expect(try scene.rows("SELECT id FROM facts") == ["1"])
    }
  }

  @Test(
    "a key that is pressed before the screen knows of the new book does nothing in it",
    arguments: ["2,d", "2,Space", "2,x,Down,x,d", "2,Enter,d", "2,e,type: II,C-s", "2,d,u", "2,d,u,C-r"])
  func aKeyBeforeTheScreenKnows(keys: String) async throws {
    try await scene { scene in
      let events = try Key.parse(script: keys)
      for event in events.dropLast() {
        scene.terminal.send(event)
        await scene.run.settle()
      }
      // The other book has the same records.
      let other = try await makeBook(Content.few, beside: scene)
      let rows = try RawConnection.rows("SELECT id, name, active FROM users", on: other)
      #expect(rename(other, scene.path) == 0)
      for event in events.suffix(1) { scene.terminal.send(event) }
      await scene.run.settle()
      #expect(try scene.rows("SELECT id, name, active FROM users") == rows)
      #expect(scene.lines.suffix(3).joined().contains(Self.news), "\(scene.lines)")
    }
  }

  @Test("a book that takes the place between the opening and the first frame is shown", arguments: [true, false])
  func replacedRightAfterTheStart(_ settles: Bool) async throws {
    try await scene(
      settles: settles,
      beforeSession: { path in
        let other = try await makeBook(
          "INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')", at: path + ".other")
        #expect(rename(other, path) == 0)
      }
    ) { scene in
      await scene.run.settle()
      #expect(scene.list[0].contains("Of the new book."))
      try await scene.press("d")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"])
    }
  }

  @Test("a book that was refused is tried again when it has changed", arguments: ["goes on", "is made again"])
  func refusedAndChanged(_ fate: String) async throws {
    try await scene { scene in
      let book = try await makeBook("INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')", beside: scene)
      let bytes = try Data(contentsOf: URL(filePath: book))
      #expect(rename(scene.path, scene.path + ".old") == 0)
      // `cp` begins with an empty file.
      try Data().write(to: URL(filePath: scene.path))
      await scene.run.settle()
      #expect(scene.status == " Another file is here now: it is empty. Nothing is written.")
      if fate == "is made again" {
        try FileManager.default.removeItem(atPath: scene.path)
        await scene.run.settle()
        // If the system reuses inode numbers, this file gets the old one.
        try Data().write(to: URL(filePath: scene.path))
      }
      let file = try FileHandle(forWritingTo: URL(filePath: scene.path))
      try file.write(contentsOf: bytes)
      try file.close()
      await scene.run.settle()
      #expect(scene.list[0].contains("Of the new book."), "\(scene.lines)")
      #expect(scene.status == Self.news)
    }
  }

  @Test func theOldSessionIsLetGo() async throws {
    try await scene { scene in
      weak let old = scene.session
      try await scene.replaceBook(by: Content.users(3))
      #expect(scene.status == Self.news)
      #expect(old == nil)
    }
  }

  @Test("a third book that comes while the second is opened is shown")
  func aThirdBook() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      let second = try await makeBook("INSERT INTO facts(id, body) VALUES (3, 'Of the second.')", beside: scene)
      let third = try await makeBook(
        "INSERT INTO facts(id, body) VALUES (3, 'Of the third.')", at: scene.path + ".third")
      gate.close("almanac_migrations")
      #expect(rename(second, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await gate.arrival()
      #expect(rename(third, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      gate.open()
      await scene.run.settle()
      #expect(scene.list[0].contains("Of the third."), "\(scene.lines)")
      try await scene.press("d")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"])
    }
  }

  @Test("an error that was shown with the news of another file gives way when that file goes too")
  func aSecondBookThatGoes() async throws {
    try await scene { scene in
      let book = try await makeBook(Content.users(3), beside: scene)
      #expect(rename(scene.path, scene.path + ".old") == 0)
      try await scene.press("2,Space")
      #expect(scene.status == " The file was gone: nothing was changed.")
      #expect(rename(book, scene.path) == 0)
      await scene.run.settle()
      #expect(scene.line(21).hasPrefix(" The file was gone: nothing was changed. Almanac opened the file"))
      try FileManager.default.removeItem(atPath: scene.path)
      await scene.run.settle()
      #expect(scene.line(0).hasSuffix(" book.db · gone"))
      #expect(scene.status == " The file is gone. You see what was in it; nothing is written. Put it back.")
    }
  }
}
