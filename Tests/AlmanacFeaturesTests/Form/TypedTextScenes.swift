// Text typed for a form or search that did not open, or that has closed, never runs as commands.
import AlmanacFeatures
import Databases
import Stores
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct TypedTextScenes {
  private static let size = Size(width: 80, height: 12)

  @Test(
    "text for a form of a row that a lock keeps away",
    arguments: ["f,e", "s,e", "S,e", "/,type:a,Enter,e", "f,j,e", "f,s,a", "f,j,/"])
  func textBehindALock(keys: String) async throws {
    try await lockedScene("BEGIN EXCLUSIVE", journal: "delete", before: "2") { scene, holder in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.pressWhileWaiting(keys + ",type:d")
      await scene.status { $0.waiting == .read }
      #expect(scene.status == " Not now: waiting for another program's lock · 0 s")
      try await scene.pressWhileWaiting("type:dqq 1")
      try holder.run("COMMIT")
      await scene.run.settle()
      try await scene.press("type:dq")
      #expect(!hasEnded)
      #expect(scene.lines[1...2].contains { $0.contains("E-mail") } && scene.status == "", "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*), sum(active) FROM users") == ["5|3"])
      try await scene.press("Enter,d")
      #expect(scene.status.hasPrefix(" Deleted user "), "\(scene.status)")
    }
  }

  @Test("where the rows are still to come a new record can be typed all the same")
  func aFormOverRowsThatALockKeepsAway() async throws {
    try await lockedScene("BEGIN EXCLUSIVE", journal: "delete", before: "2") { scene, holder in
      try await scene.pressWhileWaiting("s")
      await scene.status { $0.waiting == .read }
      try await scene.pressWhileWaiting("e")
      #expect(scene.status == " Not now: waiting for another program's lock · 0 s")
      await scene.waitWhileWaiting(0.5)
      try await scene.pressWhileWaiting("a,type:ddq,Tab,type:d@example.org")
      #expect(scene.lines.contains { $0.contains("│ Name    ddq ") })
      try holder.run("COMMIT")
      try await scene.press("C-s")
      #expect(scene.status == " Added user 6 · u undo")
    }
  }

  @Test("a change fails: what is typed on behind it for a form, a search or a number is refused")
  func textBehindAChangeThatFails() async throws {
    for keys in ["d,e,type:Edd", "d,j,/,type:dd"] {
      try await scene { scene in
        try await scene.inside(
          "CREATE TRIGGER refuse BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'no deletions today'); END")
        try await scene.pressAtOnce(keys)
        try await scene.inside("DROP TRIGGER refuse")
        try await scene.pressAtOnce("type:dq,paste:d")
        #expect(scene.lines.contains { $0.hasPrefix(" Not deleted: no deletions today. Nothing was changed.") })
        #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"], "\(keys)")
        try await scene.press("Enter,d")
        #expect(scene.status == " Deleted fact 3 · u undo")
      }
    }
    try await scene(Content.users(150), size: Self.size) { scene in
      try await scene.press("2,d,C-a")
      try await scene.outside("INSERT INTO users(id, name, email) VALUES (1, 'Theirs', 'theirs@example.org')")
      try await scene.pressAtOnce("u,d,type:1")
      try await scene.pressAtOnce("type:49")
      #expect(scene.lines.contains { $0.hasPrefix(" Not undone: ") }, "\(scene.status)")
      #expect(scene.line(2).contains("E-mail"), "1 is no tab here")
    }
  }

  @Test func twoQInTextThatIsTypedAheadDoNotQuit() async throws {
    try await scene(Content.users(3000)) { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("2")
      try await scene.pressAtOnce("s,e,C-u,type:jacques q")
      #expect(!hasEnded)
      #expect(scene.lines.contains { $0.contains("│ Name    jacques q ") }, "\(scene.lines)")
      try await scene.press("Esc,Esc")
      try await scene.pressAtOnce("s,j,q,q")
      #expect(hasEnded, "as commands they do")
    }
  }

  @Test("text for a form, or a number, of a list that stands still and has to catch up first")
  func textBehindOldRows() async throws {
    for keys in ["2,P", "2,Enter,P"] {
      try await scene(size: Self.size) { scene in
        try await scene.press(keys)
        try await scene.outside("UPDATE users SET active = 0 WHERE name = 'Ada Byron'")
        try await scene.pressAtOnce("e,type:d2q,Space")
        #expect(scene.status == " The list has caught up: press the key again for what it shows now.")
        #expect(try scene.rows("SELECT count(*), sum(active) FROM users") == ["5|2"])
        await scene.wait(0.5)
        try await scene.press("e,type:!")
        #expect(scene.lines.contains { $0.contains("│ Name    Ada Byron! ") }, "\(scene.lines)")
      }
    }
    for key in ["d", "Space"] {
      try await scene(Content.users(150), size: Self.size) { scene in
        try await scene.press("2,C-a,P")
        try await scene.outside("UPDATE users SET active = NOT active WHERE id < 4")
        #expect(scene.line(11) == " a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit")
        try await scene.pressAtOnce("\(key),type:150,Enter")
        #expect(scene.status.hasPrefix(" The list has caught up: press the key again for what it shows now."))
        #expect(scene.line(2).contains("E-mail"))
        try await scene.press(key)
        #expect(scene.lines.contains { $0.contains(" 150 users? ") }, "\(scene.lines)")
      }
    }
  }

  @Test func aNumberThatNothingAsksForAnyMoreIsNoCommand() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("C-a,d,type:3")
      await scene.wait(3)
      try await scene.outside("DELETE FROM facts WHERE id < 500")
      #expect(scene.lines.contains { $0.contains("Delete 1 fact?") })
      try await scene.outside("DELETE FROM facts; INSERT INTO facts(body) VALUES ('new')")
      #expect(scene.status.hasPrefix(" The marked facts have gone.  "))
      try await scene.press("type:00,Enter")
      #expect(scene.status.hasPrefix(" The marked facts have gone.  "))
      #expect(scene.line(2).contains("Fact"))
      try await scene.press("2")
      #expect(scene.line(2).contains("E-mail"), "Enter was the number's end")
    }
  }

  @Test("text that is typed on behind a form that is saved behind a lock")
  func textBehindAForm() async throws {
    try await lockedScene(before: "2,e,type:!") { scene, holder in
      try await scene.pressWhileWaiting("C-s")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("type:d")
      await scene.waitWhileWaiting(3)
      try holder.run("COMMIT")
      await scene.run.settle()
      try await scene.press("d")
      #expect(scene.status == " Edited user 1 · u undo")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      await scene.wait(0.5)
      try await scene.press("d")
      #expect(scene.status == " Deleted user 1 · u undo")
    }
  }

  @Test("text for a form whose record a lock keeps away waits for the record")
  func textForARecordBehindALock() async throws {
    try await lockedScene("BEGIN EXCLUSIVE", journal: "delete", before: "2") { scene, holder in
      try await scene.pressWhileWaiting("e")
      await scene.status { $0.waiting == .read }
      try await scene.pressWhileWaiting("type: II,BSpace,paste:V,Tab")
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
        │ Name                                                                         │
        │                                                                              │
        │ E-mail                                                                       │
        │                                                                              │
        │ Active                                                                       │
        │                                                                              │
        │ Reading…                                                                 Esc │
        └──────────────────────────────────────────────────────────────────────────────┘






         Waiting for another program's lock · 0 s
         Tab next field  Esc leave
        """)
      await scene.waitWhileWaiting(5)
      try await scene.pressWhileWaiting("type:?")
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(scene.lines.contains { $0.contains("│ Name    Ada Byron IV ") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│ E-mail  ada@example.org? ") }, "\(scene.lines)")
    }
    try await lockedScene("BEGIN EXCLUSIVE", journal: "delete") { scene, holder in
      try await scene.pressWhileWaiting("e")
      await scene.status { $0.waiting == .read }
      try await scene.pressWhileWaiting("type:dd,Esc")
      #expect(!scene.lines.contains { $0.contains("Edit fact") })
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
  }
}
