// Another book takes the place of the one that is open: what was meant for the records of the old one is not done to
// those of the new one that have the same identities.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct FileReplacedScenes {
  @Test func aNumberThatIsTypedForTheOldBookChangesNothingInTheNewOne() async throws {
    try await scene(Content.users(150), size: Size(width: 80, height: 8)) { scene in
      try await scene.press("2,C-a,d,type:150")
      try await scene.replaceBook(by: Content.users(150))
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 150  3 Statistics                   book.db · live
           Name ▲     E-mail                                             Active   Added
         ▌ User 0001  user1@example.org                                    ●        1 d
           User 0002  user2@example.org                                    ●        1 d
           User 0003  user3@example.org                                    ○        1 d
           User 0004  user4@example.org                                    ●        1 d
         The file is another now, and was opened anew.
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Enter")
      #expect(scene.line(1) == "   User 1")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["150"])
    }
  }

  @Test func anEditOfTheOldBookIsNotSavedIntoTheNewOne() async throws {
    try await scene(size: Size(width: 80, height: 12)) { scene in
      try await scene.press("2,e,type: II")
      try await scene.replaceBook(
        by: "INSERT INTO users(id, name, email, active) VALUES (1, 'Someone Else', 'else@example.org', 0)")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 1  3 Statistics                     book.db · live
          ┌ Edit user 1 ─────────────────────────────────────────────────────────────┐d
         ▌│ Name    Ada Byron II                                                     │o
          │                                                                          │
          │ E-mail  ada@example.org                                                  │
          │                                                                          │
          │ Active  [x]                                                              │
          │                                                                          │
          │ The file is another now: this edit can't be saved                    Esc │
          └──────────────────────────────────────────────────────────────────────────┘
         The file is another now, and was opened anew.
         Tab next field  Esc leave
        """)
      try await scene.press("C-s")
      #expect(scene.status == " The file is another now: this edit can't be saved.")
      try await scene.press("Enter,Enter,Enter,type:x,Esc,Esc")
      #expect(try scene.rows("SELECT name, email, active FROM users") == ["Someone Else|else@example.org|0"])
      #expect(scene.cursorRow?.contains("Someone Else") == true, "the form is left as any other: \(scene.lines)")
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

  @Test func aListThatStandsStillGoesOnWithTheNewBook() async throws {
    try await scene { scene in
      try await scene.press("P")
      try await scene.replaceBook(by: "INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')")
      #expect(scene.list[0].contains("Of the new book.") && scene.list[1].isEmpty, "\(scene.lines)")
      #expect(scene.status == " The file is another now, and was opened anew.")
    }
  }

  @Test func statisticsThatStandStillGoOnWithTheNewBook() async throws {
    try await scene { scene in
      try await scene.press("3,P")
      try await scene.replaceBook(by: "INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')")
      #expect(scene.line(0).contains("1 Facts 1  2 Users 0 "), "\(scene.lines)")
      #expect(scene.status == " The file is another now, and was opened anew.")
    }
  }

  @Test func aStepThatWaitsIsNotTakenInTheNewBook() async throws {
    try await lockedScene(before: "d") { scene, holder in
      try await scene.pressWhileWaiting("u")
      await scene.status { $0.waiting == .write }
      let other = try await makeBook("INSERT INTO facts(id, body) VALUES (1, 'Of the new book.')", beside: scene)
      #expect(rename(other, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      // The undo has failed, and the log of the old book is still held.
      await scene.status { $0.waiting == .opening }
      try holder.run("COMMIT")
      await scene.session.settle()
      try await scene.press("u")
      #expect(scene.status == " Nothing to undo.")
      #expect(try scene.rows("SELECT id FROM facts") == ["1"])
    }
  }

  @Test("what stops a search leaves the rows those of the old book, until the new one's are there")
  func aSearchIsStoppedWhileTheNewBookIsRead() async throws {
    for keys in ["C-a,C-c", "f,C-c"] {
      let gate = StatementGate()
      try await scene(trace: gate.trace) { scene in
        defer { gate.open() }
        try await scene.press("2,/,type:a,Enter")
        let other = try await makeBook(
          "INSERT INTO users(id, name, email) VALUES (1, 'Anna Else', 'else@example.org')", beside: scene)
        gate.close("FROM \"users\"")
        #expect(rename(other, scene.path) == 0)
        try await scene.connection.lookForOutsideChanges()
        await scene.status { $0.generation == 1 }
        await gate.arrival()
        try await scene.pressWhileWaiting(keys)
        #expect(scene.status == " Stopped.", "\(keys)")
        try await scene.pressWhileWaiting("d")
        #expect(scene.list[0].contains("Ada Byron"), "\(keys)")
        #expect(scene.lines.last == " a add  / search  ? help  q quit", "\(keys)")
        #expect(scene.status == " The file is another now: its users are being read.", "\(keys)")
        gate.open()
        await scene.session.settle()
        #expect(scene.list[0].contains("Anna Else"), "\(keys)")
        #expect(scene.lines.last?.contains("e edit  Space toggle  d delete") == true, "\(keys)")
        #expect(try scene.rows("SELECT id FROM users") == ["1"], "\(keys)")
        try await scene.press("d")
        #expect(scene.status == " Deleted user 1 · u undo", "\(keys)")
      }
    }
  }

  @Test func nothingIsDoneToRowsOfTheNewBookThatAreNotThereYet() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      let other = try await makeBook("INSERT INTO facts(id, body) VALUES (3, 'Of the new book.')", beside: scene)
      gate.close { $0.hasPrefix("SELECT") && $0.contains("substr") }
      #expect(rename(other, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.status { $0.generation == 1 }
      try await scene.pressWhileWaiting("d")
      #expect(scene.list[0].contains("An octopus"))
      #expect(scene.status == " The file is another now: its facts are being read.")
      gate.open()
      await scene.session.settle()
      #expect(scene.list[0].contains("Of the new book."))
      #expect(try scene.rows("SELECT id FROM facts") == ["3"])
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func theKeysComeBackWhereTheOtherBookHasTheSameRecord() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(3), trace: gate.trace) { scene in
      defer { gate.open() }
      let other = try await makeBook(Content.facts(3), beside: scene)
      gate.close("FROM \"facts\"")
      #expect(rename(other, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.status { $0.generation == 1 }
      await gate.arrival()
      try await scene.pressWhileWaiting("d")
      #expect(scene.status == " The file is another now: its facts are being read.")
      #expect(scene.lines.last == " a add  / search  ? help  q quit")
      gate.open()
      await scene.session.settle()
      #expect(scene.lines.last == " a add  e edit  d delete  / search  ⏎ open  ? help  q quit")
    }
  }

  @Test(
    "a key that is pressed before the screen knows of the new book does nothing in it",
    arguments: [
      ("2", "d", "Not deleted: the file is another now. Nothing was changed."),
      ("2", "Space", "Not toggled: the file is another now. Nothing was changed."),
      ("2,x,Down,x", "d", "Not deleted: the file is another now. Nothing was changed."),
      ("2,Enter", "d", "Not deleted: the file is another now. Nothing was changed."),
      ("2,e,type: II", "C-s", "The file is another now, and was opened anew."),
      ("2,d", "u", "Not undone: the file is another now."),
      ("2,d,u", "C-r", "Not done again: the file is another now."),
    ])
  func aKeyBeforeTheScreenKnows(before: String, key: String, refusal: String) async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press(before)
      // The same records, but for what would be put back.
      let content = Content.few + (key == "u" ? "DELETE FROM users WHERE id = 1" : "")
      let other = try await makeBook(content, beside: scene)
      let rows = try RawConnection.rows("SELECT id, name, active FROM users", on: other)
      gate.close("FROM \"users\"")
      #expect(rename(other, scene.path) == 0)
      let look = Task.detached { [connection = scene.connection] in try await connection.lookForOutsideChanges() }
      // The new book is open, and is being read: the screen, on this thread, has not heard of it.
      gate.blockUntilArrival()
      #expect(scene.connection.status.generation == 1)
      for event in try Key.parse(script: key) { scene.terminal.send(event) }
      gate.open()
      try await look.value
      await scene.session.settle()
      #expect(try scene.rows("SELECT id, name, active FROM users") == rows)
      #expect(scene.status == " \(refusal)", "\(scene.lines)")
    }
  }

  @Test func nothingIsDoneToAnOpenRecordBeforeThatOfTheNewBookIsThere() async throws {
    let gate = StatementGate()
    try await scene(size: Size(width: 80, height: 10), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,Enter")
      let other = try await makeBook(
        "INSERT INTO users(id, name, email) VALUES (1, 'Anna Else', 'else@example.org')", beside: scene)
      gate.close("FROM \"users\"")
      #expect(rename(other, scene.path) == 0)
      try await scene.connection.lookForOutsideChanges()
      await scene.status { $0.generation == 1 }
      await gate.arrival()
      for key in ["d", "Space", "e"] {
        try await scene.pressWhileWaiting(key)
        #expect(scene.line(4).contains("Ada Byron"), "\(key): \(scene.lines)")
        #expect(scene.status == " The file is another now: this user is being read.", "\(key)")
      }
      #expect(scene.lines.last == " Esc back  ? help  q quit")
      gate.open()
      await scene.session.settle()
      #expect(scene.line(4).contains("Anna Else"), "\(scene.lines)")
      #expect(try scene.rows("SELECT id, active FROM users") == ["1|1"])
      try await scene.press("d")
      #expect(scene.status == " Deleted user 1 · u undo")
    }
  }
}
