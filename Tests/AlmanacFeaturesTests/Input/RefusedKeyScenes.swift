// Keys that can't act: the bottom line omits them, and they say why when pressed.
import AlmanacFeatures
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct RefusedKeyScenes {
  @Test func aFormThatIsSavedBehindALock() async throws {
    try await lockedScene(before: "2,e,type:!,Tab") { scene, holder in
      try await scene.pressWhileWaiting("C-s")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("type:x")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · busy
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ Edit user 1 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Ada Byron!                                                           │
        │                                                                              │
        │ E-mail  ada@example.org                                                      │
        │                                                                              │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Saving…                                                                      │
        └──────────────────────────────────────────────────────────────────────────────┘






         Not now: waiting for another program's lock · 0 s · Esc gives up
         Esc give up  Tab next field
        """)
      for key in ["C-s", "BSpace", "C-a", "paste:y"] {
        try await scene.pressWhileWaiting("Tab")
        #expect(scene.status == " Waiting for another program's lock · 0 s · Esc gives up")
        try await scene.pressWhileWaiting(key)
        #expect(scene.status == " Not now: waiting for another program's lock · 0 s · Esc gives up", "after \(key)")
      }
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT name, email FROM users WHERE id = 1") == ["Ada Byron!|ada@example.org"])
      #expect(scene.status == " Edited user 1 · u undo")
    }
  }

  @Test func keysThatChangeTheBookBehindALock() async throws {
    try await lockedScene(before: "2,Space") { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("Down")
      for key in ["Space", "d", "Del", "u", "C-r"] {
        try await scene.pressWhileWaiting("Down")
        #expect(scene.status == " Waiting for another program's lock · 0 s · Esc gives up")
        try await scene.pressWhileWaiting(key)
        #expect(scene.status == " Not now: waiting for another program's lock · 0 s · Esc gives up", "after \(key)")
      }
      #expect(scene.line(23) == " Esc give up  a add  e edit  / search  ⏎ open  ? help  q quit")
      try await scene.pressWhileWaiting("/")
      #expect(scene.line(23) == " Esc give up  ⏎ keep the search  ↑ previous hit  ↓ next hit")
      try await scene.pressWhileWaiting("Enter,Enter")
      #expect(scene.line(23) == " Esc give up  h back  e edit  ? help  q quit")
      try await scene.pressWhileWaiting("?")
      #expect(scene.line(23) == " Esc give up  ? close  / search  j scroll down")
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(scene.line(23) == " Esc close  / search  j scroll down")
    }
  }

  @Test("text typed for a form behind a lock is the form's, and what it holds is saved when the lock goes")
  func aFormBehindALock() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("a,type:dddd,Enter")
      #expect(scene.lines.contains { $0.contains("│ Fact  dddd ") })
      #expect(scene.lines.contains { $0.contains("│ Saving…") })
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "4"])
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 4") == ["dddd"])
      #expect(scene.status == " Added fact 4 · u undo")
    }
  }

  @Test("what happens behind a refusal is shown when a key has been pressed")
  func aRefusalIsNotOverwritten() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("paste:x")
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      #expect(scene.status == " Paste text into a search or a form, not here.")
      try await scene.press("j")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test("a form over a list that can't be read takes the text, and is not saved")
  func aFormOverAListThatCannotBeRead() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.outside("ALTER TABLE users RENAME COLUMN email TO mail")
      try await scene.pressAtOnce("a,type:ddd,Tab,type:d@example.org,C-s")
      #expect(scene.lines.contains { $0.contains("│ Name    ddd ") })
      #expect(scene.status == " The list can't be read: Almanac changes nothing.")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
    }
  }

  @Test("text typed for a form that a read-only book refuses runs as no command")
  func aFormThatIsRefused() async throws {
    try await scene(isReadOnly: true) { scene in
      let line = scene.cursorLine
      try await scene.pressAtOnce("a,type:jjq2,Enter")
      #expect(scene.status == " book.db is open with --read-only: you can't change it.")
      #expect(scene.cursorLine == line && scene.line(2).contains("Fact"))
      try await scene.press("j")
      #expect(scene.cursorLine == line.map { $0 + 1 })
    }
  }

  @Test func whatWasTypedBeforeALockWasKnownIsForgottenAndSaidToBe() async throws {
    try await lockedScene(before: "1") { scene, holder in
      try await scene.pressWhileWaiting("d,d")
      await scene.status { $0.waiting == .write }
      #expect(scene.status == " Not now: waiting for another program's lock · 0 s · Esc gives up")
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func keysForRowsThatALockKeepsAway() async throws {
    try await lockedScene("BEGIN EXCLUSIVE", journal: "delete", before: "2") { scene, holder in
      try await scene.pressWhileWaiting("f")
      await scene.status { $0.waiting == .read }
      try await scene.pressWhileWaiting("d")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · busy
         / search                                                  active only · … of 5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         Not now: waiting for another program's lock · 0 s
         a add  / search  ? help  q quit
        """)
      for key in ["Space", "Enter", "x", "j", "doubleclick:10x4", "e"] {
        try await scene.pressWhileWaiting("p")
        #expect(scene.status == " Waiting for another program's lock · 0 s")
        try await scene.pressWhileWaiting(key)
        #expect(scene.status == " Not now: waiting for another program's lock · 0 s", "after \(key)")
      }
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(scene.list.filter { !$0.isEmpty }.count == 3)
      #expect(scene.status == "")
      #expect(scene.line(23) == " a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit")
    }
  }

  @Test func aFormWhoseFileIsGone() async throws {
    try await scene { scene in
      try await scene.press("e,type:!")
      try FileManager.default.removeItem(atPath: scene.path)
      await scene.run.settle()
      try await scene.press("C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · gone
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  An octopus has three hearts.!                                          │
        │                                                                              │
        │ Save                                                                     Esc │
        └──────────────────────────────────────────────────────────────────────────────┘








         The file was gone: nothing was changed.
         Esc leave
        """)
      #expect(!FileManager.default.fileExists(atPath: scene.path))
      try await scene.press("type:!")
      #expect(scene.status == " The file is gone. You see what was in it; nothing is written. Put it back.")
    }
  }

  @Test func whereThereIsNoRecord() async throws {
    try await scene(Content.noRows) { scene in
      for key in ["d", "e", "Enter", "x"] {
        try await scene.press(key)
        #expect(scene.status == " There is no fact here.", "after \(key)")
      }
      try await scene.press("j")
      #expect(scene.status == "")
      #expect(scene.line(23) == " a add  / search  ? help  q quit")
    }
  }

  @Test func aFactHasNothingToToggle() async throws {
    try await scene { scene in
      try await scene.press("Space")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         A fact has nothing to toggle.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func keysTypedBeforeTheFirstRowsWaitForThem() async throws {
    try await scene(typedAhead: "G,d") { scene in
      let left = try scene.rows("SELECT id FROM facts")
      #expect(left == ["2", "3"])
      #expect(scene.status == " Deleted fact 1 · u undo")
    }
  }

  @Test func noKeyIsOfferedThatWouldBeText() async throws {
    try await scene(size: Size(width: 200, height: 60)) { scene in
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
      for keys in ["a", "Esc,/", "Esc,?"] {
        try await scene.press(keys)
        #expect(scene.status == " Deleted fact 3", "\(keys)")
      }
      try await scene.press("Esc")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func aListThatWasNeverReadShowsNothingFromBefore() async throws {
    try await scene("ALTER TABLE users RENAME COLUMN email TO mail", size: Size(width: 80, height: 8)) { scene in
      try await scene.press("2")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 0  3 Statistics            book.db · can't be read
         / search
           Name ▲  E-mail                                                Active   Added



         The list could not be read: no such column: email.
         / search  ? help  q quit
        """)
    }
  }

  @Test func nothingIsChangedInAListThatCannotBeRead() async throws {
    try await scene(size: Size(width: 80, height: 10)) { scene in
      try await scene.press("2,Space,Down")
      try await scene.outside("ALTER TABLE users RENAME COLUMN email TO mail")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics            book.db · can't be read
         / search                                                                   2/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                 ~○~       2 d
         ▌ alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
         The list could not be read: no such column: email. What you see is what was
         there before.
         / search  ⏎ open  ? help  q quit
        """)
      for key in ["Space", "d", "u"] {
        try await scene.press(key)
        #expect(scene.status == " The list can't be read: Almanac changes nothing.", "\(key)")
      }
      #expect(
        try scene.rows("SELECT group_concat(active, '') FROM (SELECT active FROM users ORDER BY id)") == ["01001"])
      try await scene.press("1,d")
      #expect(scene.status == " Deleted fact 3 · u undo")
      try await scene.outside("ALTER TABLE users RENAME COLUMN mail TO email")
      try await scene.press("2,Space")
      #expect(scene.status == " Toggled user 2 · u undo")
    }
  }
}
