// Keys that come between two turns: after rows have been read, before they are shown.
import Locks
import Observing
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct HeldKeyScenes {
  @Test("Enter behind 500 Down, right when rows have been read and before they are taken: the 501st record is opened")
  func enterBetweenTurns() async throws {
    let gate = FrameGate()
    try await scene(Content.facts(3000), frameClock: gate.clock) { scene in
      gate.close()
      for _ in 0..<500 { scene.terminal.send(.key(.down)) }
      await scene.until { $0.list("facts").loading == nil }
      scene.terminal.send(.key(.enter))
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1) == "   Fact 2500")
    }
  }
}

/// Frames that wait while the gate is closed; those that a key asks for come all the same.
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
