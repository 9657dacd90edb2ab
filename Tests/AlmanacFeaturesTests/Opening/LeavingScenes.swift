// The person quits right after a request, or with keys still waiting.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

/// Whether the person has quit; updated from now on.
@MainActor
private final class Leaving {
  private(set) var isDone = false

  init(_ scene: Scene) { scene.run.onEnd = { self.isDone = true } }
}

@Suite(.recordsIssues, .container)
@MainActor
struct LeavingScenes {
  @Test(arguments: ["q", "C-c"])
  func whatIsTypedBehindItDoesNothing(_ key: String) async throws {
    try await scene { scene in
      let leaving = Leaving(scene)
      try await scene.pressAtOnce("\(key),d,Space,a,type:x,C-s,2,d")
      #expect(leaving.isDone)
      #expect(try scene.rows("SELECT group_concat(id) FROM facts") == ["1,2,3"])
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      #expect(scene.run.failureAfterLeaving == nil)
    }
  }

  @Test func whatIsTypedBeforeItIsDone() async throws {
    try await scene(Content.facts(5000), size: Size(width: 80, height: 8)) { scene in
      let leaving = Leaving(scene)
      // The rows at the end are not loaded yet when d is pressed.
      try await scene.pressAtOnce("End,d,q")
      #expect(leaving.isDone)
      #expect(try scene.rows("SELECT min(id) FROM facts") == ["2"])
    }
  }

  @Test func theSecondKeyWaitsForNothing() async throws {
    try await scene(Content.facts(5000), size: Size(width: 80, height: 8)) { scene in
      let leaving = Leaving(scene)
      for event in try Key.parse(script: "End,d,q") { scene.terminal.send(event) }
      #expect(!leaving.isDone)
      // A key that comes sooner may be held.
      scene.clock.advance(by: 0.7)
      scene.terminal.send(.key(.character("q")))
      #expect(leaving.isDone)
    }
  }

  @Test func whatCouldNotBeWrittenAnyMoreIsTold() async throws {
    try await lockedScene { scene, holder in
      let leaving = Leaving(scene)
      // Pressed at once: no wait is shown yet that q could ask about.
      try await scene.pressWhileWaiting("d,q")
      #expect(leaving.isDone)
      scene.connection.waitForLocks(atMost: .zero)
      await scene.run.settle()
      #expect(
        scene.run.failureAfterLeaving
          == "Not deleted: another program has locked the file. Nothing was changed.")
    }
  }

  @Test func whatWasSaidBeforeItIsNotToldAgain() async throws {
    try await lockedScene { scene, holder in
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.press("Esc")
      #expect(scene.status == " Not deleted: another program has locked the file. Nothing was changed.")
      try await scene.press("C-c")
      #expect(scene.run.failureAfterLeaving == nil)
    }
  }

  @Test func whoWasAskedIsToldAsWell() async throws {
    try await lockedScene { scene, holder in
      let leaving = Leaving(scene)
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("q")
      #expect(scene.status == " The last change is not written. The same key again quits all the same.")
      try await scene.press("q")
      #expect(leaving.isDone)
      #expect(
        scene.run.failureAfterLeaving == "Not deleted: another program has locked the file. Nothing was changed.")
    }
  }

  @Test func controlCStopsAChangeThatIsNotMadeYetAndNeverQuits() async throws {
    for _ in 0..<10 {
      try await scene { scene in
        let leaving = Leaving(scene)
        try await scene.pressAtOnce("d,C-c")
        #expect(!leaving.isDone)
        let isMade = try scene.rows("SELECT count(*) FROM facts") == ["2"]
        #expect(
          scene.status
            == (isMade ? " Deleted fact 3 · u undo" : " Not deleted: it was stopped. Nothing was changed."))
      }
    }
  }

  @Test func controlCDoesNotLeaveWhileSomethingIsWritten() async throws {
    try await lockedScene { scene, holder in
      let leaving = Leaving(scene)
      // Pressed at once: no wait is shown yet that Ctrl-C could give up.
      try await scene.pressWhileWaiting("d,C-c")
      #expect(!leaving.isDone)
      try holder.run("COMMIT")
      await scene.run.settle()
      // The deletion was given up, or was written.
      let count = scene.status == " Deleted fact 3 · u undo" ? "2" : "3"
      #expect(try scene.rows("SELECT count(*) FROM facts") == [count])
      try await scene.press("C-c")
      #expect(leaving.isDone)
    }
  }

  @Test func controlCStopsALongChangeThatWaitsAlsoBeforeThatIsShown() async throws {
    try await scene(Content.users(1500)) { scene in
      try await scene.press("2,C-a,d,type:1500")
      scene.connection.waitForLocks(atMost: nil)
      let holder = try RawConnection(scene.path)
      try holder.run("BEGIN IMMEDIATE")
      try await scene.pressAtOnce("Enter,C-c")
      #expect(scene.status.hasPrefix(" Not deleted: it was stopped. Nothing was changed."), "\(scene.lines)")
      try holder.run("COMMIT")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["1500"])
    }
  }
}
