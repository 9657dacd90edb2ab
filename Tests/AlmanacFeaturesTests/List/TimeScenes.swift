// Effects of passing time on the screen.
import AlmanacFeatures
import Databases
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct TimeScenes {
  @Test func marksEndAfterASecond() async throws {
    try await scene { scene in
      try await scene.press("2,Space")
      #expect(scene.line(3).contains("~○~"))
      await scene.wait(0.5)
      #expect(scene.line(3).contains("~○~"))
      await scene.wait(0.5)
      #expect(scene.line(3).contains(" ○ "))
    }
  }

  @Test func eachMarkEndsAtItsOwnTime() async throws {
    try await scene { scene in
      try await scene.press("2,Space")
      await scene.wait(0.4)
      try await scene.press("Down,Space")
      await scene.wait(0.6)
      #expect(!scene.line(3).contains("~"), "a second after the first")
      #expect(scene.line(4).contains("~○~"))
      await scene.wait(0.4)
      #expect(!scene.line(4).contains("~"), "a second after the second")
    }
  }

  @Test func aMarkThatIsRenewedLastsASecondMore() async throws {
    try await scene { scene in
      try await scene.press("2,Space")
      await scene.wait(0.9)
      try await scene.press("Space")
      await scene.wait(0.9)
      #expect(scene.line(3).contains("~●~"))
      await scene.wait(0.1)
      #expect(!scene.line(3).contains("~"))
    }
  }

  @Test("a clock that is set back, or on, changes no duration")
  func theTimeOfDayIsSet() async throws {
    for step in [-3600.0, 3600] {
      try await lockedScene(before: "2,Space") { scene, holder in
        scene.clock.set(by: step)
        await scene.wait(1)
        #expect(!scene.lines.contains { $0.contains("~") }, "marks end after a second")
        try await scene.pressWhileWaiting("d")
        await scene.status { $0.waiting == .write }
        await scene.waitWhileWaiting(2)
        scene.clock.set(by: -step)
        await scene.waitWhileWaiting(1)
        #expect(scene.status == " Waiting for another program's lock · 3 s · Esc gives up")
        try holder.run("COMMIT")
        await scene.run.settle()
      }
      try await scene(isReadOnly: true) { scene in
        try await scene.press("a,type:j")
        scene.clock.set(by: step)
        try await scene.press("j")
        #expect(scene.cursorLine == 3, "that was meant for the form")
        scene.clock.set(by: step)
        await scene.wait(0.5)
        try await scene.press("j")
        #expect(scene.cursorLine == 4)
      }
    }
  }

  @Test func agesStepByMinutes() async throws {
    try await scene { scene in
      #expect(scene.line(3).hasSuffix("5 min ago"))
      let idle = try await scene.cost { await scene.wait(59) }
      #expect(idle.frames == 0, "an idle screen is idle")
      await scene.wait(1)
      #expect(scene.line(3).hasSuffix("6 min ago"))
      await scene.wait(54 * 60)
      #expect(scene.line(3).hasSuffix("1 h ago"))
      try await scene.press("Enter")
      #expect(scene.line(5) == "   Added  2026-01-31 11:55:00 UTC · 1 h ago")
      await scene.wait(3600)
      #expect(scene.line(5) == "   Added  2026-01-31 11:55:00 UTC · 2 h ago")
    }
  }

  @Test func anAgeDoesNotStepBetweenMinutes() async throws {
    try await scene("INSERT INTO facts(body, createdAt) VALUES ('a', '2026-01-31 11:55:30'), ('b', '')") { scene in
      #expect(scene.line(4).hasSuffix("4 min ago"))
      await scene.wait(40)
      try await scene.press("Down")
      #expect(scene.line(4).hasSuffix("4 min ago"))
      await scene.wait(20)
      #expect(scene.line(4).hasSuffix("5 min ago"))
    }
  }

  @Test func whatWasDoneLastStays() async throws {
    try await scene { scene in
      try await scene.press("d")
      await scene.wait(300)
      try await scene.press("Down")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func theColumnsStayWhereTheyAreWhenAgesChange() async throws {
    try await scene { scene in
      let header = scene.line(1)
      try await scene.press("2")
      let users = scene.line(1)
      // 59 minutes after the newest record was added.
      await scene.wait(54 * 60)
      try await scene.inside("UPDATE users SET createdAt = '2026-01-31 11:55' WHERE id = 1")
      await scene.wait(1)
      #expect(scene.line(1) == users)
      #expect(scene.line(3).hasSuffix("59 min"))
      try await scene.press("1")
      #expect(scene.line(1) == header)
      #expect(scene.line(3).hasSuffix("59 min ago"))
    }
  }
}
