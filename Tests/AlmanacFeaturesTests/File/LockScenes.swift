// Another program holds the book's lock.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct LockScenes {
  @Test func aWriteThatWaitsIsCountedAndGivenUp() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      await scene.waitWhileWaiting(3)
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · busy
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Waiting for another program's lock · 3 s · Esc gives up
         Esc give up  a add  e edit  / search  ⏎ open  ? help  q quit
        """)
      // Keys that only move act at once; a further write is refused for good, and says why.
      try await scene.pressWhileWaiting("Down,Down,d")
      #expect(scene.cursorRow?.hasPrefix("1  Honey") == true)
      await scene.waitWhileWaiting(60)
      #expect(scene.status == " Not now: waiting for another program's lock · 63 s · Esc gives up")
      try await scene.pressWhileWaiting("Up")
      #expect(scene.status == " Waiting for another program's lock · 63 s · Esc gives up")
      try await scene.pressWhileWaiting("Down")
      try await scene.press("Esc")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   3/3
         ID ▼  Fact                                                               Added
            3  An octopus has three hearts.                                   6 min ago
            2  A group of cats is called a clowder.                             3 h ago
         ▌  1  Honey never spoils.                                              5 d ago
















         Not deleted: another program has locked the file. Nothing was changed.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 1 · u undo")
    }
  }

  @Test func aWriteGoesOnWhenTheLockGoes() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try holder.run("INSERT INTO facts(id, body) VALUES (9, 'Theirs.'); COMMIT")
      await scene.run.settle()
      #expect(scene.status == " Deleted fact 3 · u undo")
      #expect(scene.line(0).contains("1 Facts 3"))
      #expect(scene.line(0).hasSuffix("book.db · live"))
      let cost = try await scene.cost { await scene.wait(10) }
      #expect(cost.cells <= 40, "the marks go; nothing counts on: \(cost)")
    }
  }

  @Test("a list that could not be read is read when the lock goes, by itself")
  func readsWait() async throws {
    try await lockedScene("BEGIN EXCLUSIVE", journal: "delete") { scene, holder in
      try await scene.pressWhileWaiting("/,type:honey")
      await scene.status { $0.waiting == .read }
      await scene.waitWhileWaiting(2)
      #expect(scene.line(0).hasSuffix("book.db · busy"))
      #expect(scene.status == " Waiting for another program's lock · 2 s")
      #expect(scene.list.prefix(3).allSatisfy { !$0.isEmpty }, "what is shown stays")
      // These keys would act on rows that the person has not seen.
      try await scene.pressWhileWaiting("Enter,d,Space")
      try holder.run("UPDATE facts SET body = 'Honey keeps.' WHERE id = 1; COMMIT")
      await scene.run.settle()
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.line(1).hasSuffix("1 of 3"))
      #expect(scene.list[0].contains("Honey keeps.") && scene.list[1].isEmpty, "\(scene.list)")
      #expect(scene.status == "")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
  }

  @Test func whatWasTypedStaysWhereASaveIsGivenUp() async throws {
    try await lockedScene(before: "a,type:Mine.") { scene, holder in
      try await scene.pressWhileWaiting("C-s")
      await scene.status { $0.waiting == .write }
      #expect(scene.status == " Waiting for another program's lock · 0 s · Esc gives up")
      try await scene.press("Esc")
      #expect(scene.lines.contains { $0.contains("Not saved: another program has locked the file.") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("Mine.") })
      try holder.run("COMMIT")
      try await scene.press("C-s")
      #expect(scene.status == " Added fact 4 · u undo")
    }
  }

  @Test func anUndoThatIsGivenUpCanBeTriedAgain() async throws {
    try await lockedScene(before: "d,d") { scene, holder in
      try await scene.pressWhileWaiting("u")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("u,u")
      try await scene.press("Esc")
      #expect(scene.status == " Not undone: another program has locked the file.")
      try holder.run("COMMIT")
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted fact 2 · Ctrl-R redo")
      #expect(try scene.rows("SELECT id FROM facts ORDER BY id") == ["1", "2"])
    }
  }

  @Test func quittingAsksWhereAChangeIsNotWritten() async throws {
    try await lockedScene { scene, _ in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("q")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · busy
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         The last change is not written. The same key again quits all the same.
         Esc give up  a add  e edit  / search  ⏎ open  ? help  q quit
        """)
      #expect(!hasEnded)
      try await scene.press("q")
      #expect(hasEnded)
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
  }

  @Test func controlCEndsTheWaitAndThenTheProgram() async throws {
    try await lockedScene { scene, _ in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.press("C-c")
      #expect(scene.status == " Not deleted: another program has locked the file. Nothing was changed.")
      #expect(!hasEnded)
      try await scene.press("C-c")
      #expect(hasEnded)
    }
  }

  @Test func whatWaitsIsGivenUpWhenTheTerminalGoes() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      scene.terminal.send(.end)
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
  }

  @Test("what comes to a lock when the terminal has gone does not wait for it; what has none before it is written")
  func whatWasAskedForJustBeforeTheTerminalWent() async throws {
    try await lockedScene { scene, holder in
      scene.terminal.send(.key(.character("d")))
      scene.terminal.send(.end)
      await scene.run.settle()
      try holder.run("COMMIT")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
    try await scene { scene in
      scene.terminal.send(.key(.character("d")))
      scene.terminal.send(.end)
      await scene.run.settle()
      let rows = try scene.rows("SELECT count(*) FROM facts")
      #expect(rows == ["2"])
    }
  }

  @Test func controlCStopsASearch() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      try await scene.press("/")
      gate.close("facts")
      try await scene.pressWhileWaiting("type:h")
      await gate.arrival()
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.pressWhileWaiting("C-c")
      #expect(scene.status == " Stopped.")
      gate.open()
      await scene.run.settle()
      #expect(!hasEnded)
      // The rows stay, and so does the typed text.
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / h                                                                     3 of 3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Stopped.
         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.press("type:one")
      #expect(scene.line(1).hasSuffix("1 of 3"), "typing on searches")
      try await scene.press("Esc,C-c")
      #expect(hasEnded, "with nothing running it quits")
    }
  }
}
