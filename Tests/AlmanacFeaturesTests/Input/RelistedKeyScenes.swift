// `s`, `S` and `f` among keys that wait for rows: each means the list that the keys before it leave.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct RelistedKeyScenes {
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
      // By e-mail, user19 stands before user1.
      try await scene.pressAtOnce("d,s,u,Up")
      #expect(scene.cursorRow?.hasPrefix("User 0019 ") == true, "\(scene.lines)")
      // By the moment at which they were added, the newest first, user18 stands behind it.
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
struct RelistedKeyOracleTests {
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
          // Not the line of the cursor: a record that goes above it moves the view before, or after, a page is turned.
          outcomes.append([scene.cursorRow ?? "none"] + (try scene.rows("SELECT count(*), sum(id) FROM users")))
        }
      }
      #expect(outcomes[0] == outcomes[1], "\(keys)")
    }
  }
}
