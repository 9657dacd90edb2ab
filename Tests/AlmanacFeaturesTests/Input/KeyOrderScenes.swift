// Keys typed faster than their work ends act in their order.
import Observing
import Locks
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct KeyOrderScenes {
  @Test func undoWaitsForTheChangeBeforeIt() async throws {
    try await scene { scene in
      try await scene.pressAtOnce("d,u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3"])
      #expect(scene.cursorLine == 3)
      try await scene.pressAtOnce("d,u,C-r")
      #expect(scene.status == " Deleted fact 3 · u undo")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      try await scene.pressAtOnce("2,Space,u,Space,Space,u")
      #expect(scene.status == " Undone: Toggled user 1 · Ctrl-R redo")
      #expect(try scene.rows("SELECT active FROM users WHERE id = 1") == ["0"])
    }
  }

  @Test func undoWaitsForAKeyThatWaitsForRows() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("x,d")
      try await scene.pressAtOnce("G,d,u")
      #expect(scene.status == " Undone: Deleted fact 1 · Ctrl-R redo")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["2999"])
    }
  }

  @Test(
    "a key that waits for the cursor is refused for a record that another program has added since, and drops the rest",
    arguments: ["d,u", "e,type:x,C-s", "x,d,u", "E", "y,d"])
  func aRecordThatWasNotThere(keys: String) async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("d,End")
      try RawConnection.run("INSERT INTO facts(id, body) VALUES (4000, 'New')", on: scene.path)
      try await scene.pressAtOnce("g,\(keys)")
      #expect(scene.cursorRow?.contains("4000  New") == true, "\(scene.lines)")
      #expect(scene.status == " The cursor was not on this record: press the key again.")
      #expect(try scene.rows("SELECT count(*), max(body) FROM facts") == ["3000|New"])
      #expect(scene.terminal.copied == nil)
      // After a pause a key does not belong to a refused text.
      await scene.wait(1)
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 4000 · u undo")
    }
  }

  @Test func whatIsPressedBehindAnUndoThatBringsTheNewestRecordBackMeansThat() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("d,End")
      try await scene.pressAtOnce("u,d")
      #expect(scene.status == " Deleted fact 3000 · u undo")
    }
  }

  @Test func whatIsTypedBehindAKeyThatOpensAFormIsMeantForTheForm() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.pressAtOnce("G,e,type:2dx,paste:q,C-s")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 1") == ["Fact 12dxq"])
      try await scene.pressAtOnce("g,e,type:x,Esc")
      #expect(!scene.lines.contains { $0.contains("Edit fact") }, "Esc forgets what waits")
      try await scene.pressAtOnce("C-a,d,type:3000,Enter")
      #expect(scene.status == " Deleted 3,000 facts · u undo")
    }
  }

  @Test func whatIsPressedBehindAnUndoMeansItsRecord() async throws {
    try await scene { scene in
      try await scene.pressAtOnce("d,u,d")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      #expect(scene.status == " Deleted fact 3 · u undo")
      try await scene.pressAtOnce("u,j,d")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "3"])
      try await scene.pressAtOnce("G,u,e,type:!,C-s")
      await scene.run.settle()
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 2") == ["A group of cats is called a clowder.!"])
    }
  }

  @Test func undoBehindAChangeThatIsRefusedTakesNothingElseBack() async throws {
    try await scene { scene in
      try await scene.press("d")
      try await scene.inside(
        "CREATE TRIGGER refuse BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'no deletions today'); END")
      try await scene.pressAtOnce("d,u")
      #expect(scene.lines.contains { $0.hasPrefix(" Not deleted: no deletions today. Nothing was changed.") })
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
    }
  }

  @Test("a record that somebody brings back before the rows have been read again: they are as they were")
  func aRecordThatComesBackAtOnce() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      gate.close(where: { $0.hasPrefix("SELECT `id`, `body`, `createdAt` ") && $0.contains(" ORDER BY ") })
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      try RawConnection.run(
        """
        INSERT INTO facts(id, body, createdAt) VALUES
          (3, 'An octopus has three hearts.', '2026-01-31 11:55:00.000')
        """, on: scene.path)
      gate.open()
      await scene.run.settle()
      #expect(scene.cursorLine == 3)
      try await scene.press("Enter")
      #expect(scene.line(1) == "   Fact 3")
    }
  }

  @Test("Enter when the deletion is written and the rows are still as they were: the next record is opened")
  func enterBeforeADeletedRecordHasGone() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      gate.close(where: { $0.hasPrefix("SELECT `id`, `body`, `createdAt` ") && $0.contains(" ORDER BY ") })
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      await scene.until { $0.message?.text == "Deleted fact 3" }
      try await scene.pressWhileWaiting("Enter")
      #expect(scene.cursorLine == 3)
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1) == "   Fact 2")
    }
  }

  @Test("Enter behind 500 Down, right when rows have been read and before they are taken: the 501st record is opened")
  func enterBetweenTurns() async throws {
    let gate = FrameGate()
    try await scene(Content.facts(3000), frameClock: gate.clock) { scene in
      gate.close()
      for _ in 0..<500 { scene.terminal.send(.key(.down)) }
      await scene.until { $0.list("facts").work.loading == nil }
      scene.terminal.send(.key(.enter))
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1) == "   Fact 2500")
    }
  }

  @Test func aKeyThatWaitsIsNotForgottenByAnotherOrder() async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2")
      for (index, key) in ["s", "S", "f"].enumerated() {
        try await scene.pressAtOnce("End,d,\(key)")
        #expect(try scene.rows("SELECT count(*) FROM users") == ["\(2999 - index)"], "\(key)")
        #expect(scene.status.hasPrefix(" Deleted user "), "\(scene.status)")
      }
    }
  }

  @Test func whatIsPressedBehindAnotherOrderMeansItsRows() async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2")
      try await scene.pressAtOnce("S,Home,d,End,d")
      #expect(try scene.rows("SELECT id FROM users WHERE id IN (1, 2, 2999, 3000)") == ["2", "2999"])
      try await scene.pressAtOnce("End,d,f,C-a,d,type:1998,Enter")
      #expect(try scene.rows("SELECT count(*), sum(active) FROM users") == ["999|0"])
    }
  }

  @Test func whatIsPressedBehindTheDeletionOfTheMarkedMeansTheCursor() async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2")
      try await scene.pressAtOnce("x,Down,d,d")
      #expect(try scene.rows("SELECT min(id), count(*) FROM users") == ["3|2998"])
      #expect(scene.status == " Deleted user 2 · u undo")
    }
  }

  @Test func aMotionBehindAnUndoBeginsAtItsRecord() async throws {
    try await scene(Content.users(400)) { scene in
      try await scene.press("2")
      // By e-mail, user19 comes before user1.
      try await scene.pressAtOnce("d,s,u,Up")
      #expect(scene.cursorRow?.hasPrefix("User 0019 ") == true, "\(scene.lines)")
      // By the time of adding, the newest first, user18 comes after it.
      try await scene.pressAtOnce("s,d,End,u,Down")
      #expect(scene.cursorRow?.hasPrefix("User 0018 ") == true, "\(scene.lines)")
    }
  }

  @Test func anUndoneRecordHasTheCursorInAnOrderThatIsOnItsWayToo() async throws {
    for _ in 0..<10 {
      try await scene(Content.users(400)) { scene in
        try await scene.press("2,d,End")
        try await scene.pressAtOnce("s,u")
        #expect(scene.cursorRow?.hasPrefix("+User 0001 ") == true, "\(scene.lines)")
      }
    }
  }

  @Test func whatIsTypedBehindASearchThatWaitsMeansItsHits() async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2")
      try await scene.pressAtOnce("End,d,/,type:2999,Enter,d,/,C-u,type:17,Enter,End")
      #expect(try scene.rows("SELECT max(id), count(*) FROM users") == ["2998|2998"])
      #expect(scene.cursorRow?.hasPrefix("User 2917 ") == true, "\(scene.lines)")
    }
  }

  @Test(
    "what needs no rows is done behind a key that waits, and does not have it forgotten",
    arguments: ["/,type:user,Enter", "P"])
  func whatNeedsNoRowsComesInItsTurn(keys: String) async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2")
      try await scene.pressAtOnce("End,d,\(keys)")
      #expect(try scene.rows("SELECT max(id) FROM users") == ["2999"])
      #expect(scene.status.hasSuffix(" paused") == (keys == "P"), "\(scene.status)")
    }
  }
}

/// Keys typed at once, against the same keys typed slowly.
@Suite(.recordsIssues, .container)
@MainActor
struct KeyOrderOracleTests {
  nonisolated private static let keys = [
    "Down", "Up", "PgDn", "Home", "End", "s", "S", "f", "x", "C-a", "d", "P", "n", "/,type:3,Enter", "u", "C-r",
  ]

  @Test(
    "however keys are mixed, typed at once they come to what they come to slowly",
    arguments: NavigationOracleTests.seeds)
  func atOnceAndSlowly(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed &* 1009)
    for _ in 0..<6 {
      let keys = (0..<10).map { _ in Self.keys.randomElement(using: &random)! }.joined(separator: ",")
      var outcomes: [[String]] = []
      for isBurst in [false, true] {
        try await scene(Content.users(400), size: Size(width: 80, height: 12)) { scene in
          try await scene.press("2")
          if isBurst { try await scene.pressAtOnce(keys) } else { try await scene.press(keys) }
          // The line of the cursor may differ: a record deleted above it moves the view before, or after, a page is
          // turned.
          outcomes.append([scene.cursorRow ?? "none"] + (try scene.rows("SELECT count(*), sum(id) FROM users")))
        }
      }
      #expect(outcomes[0] == outcomes[1], "\(keys)")
    }
  }
}

/// Delays frames while the gate is closed, except those that a key requests.
@MainActor
private final class FrameGate {
  private struct State {
    var isClosed = false
    var waiting: [@MainActor @Sendable () -> Void] = []
  }

  private let state = Lock(State())
  let clock: FrameClock

  init() {
    let real = FrameClock.real
    clock = FrameClock(
      now: real.now,
      schedule: { [state] delay, action in
        let waits = state.withLock { state in
          if state.isClosed { state.waiting.append(action) }
          return state.isClosed
        }
        if !waits { real.schedule(delay, action) }
      })
  }

  func close() { state.withLock { $0.isClosed = true } }

  func open() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for action in waiting { action() }
  }
}
