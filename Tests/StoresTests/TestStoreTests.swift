// The store for tests: each failure once, with its message.
import Dispatch
import IssueReporting
import Locks
@testable import Stores
import TestSupport
import Testing

@Reducer
private struct Saving {
  /// Ends the effect that blocks.
  var end = DispatchSemaphore(value: 0)

  @ObservableState
  struct State: Equatable {
    var count = 0
    var name = "Blob"
    var tags: [String] = ["a", "b"]
  }

  enum Action: Equatable {
    case incremented
    case nothing
    case saveButtonTapped
    case saved(Int)
    case savedTwice
    case savedOnMainActor
    case restless
    case listening
    case blocking
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incremented:
        state.count += 1
        return .none
      case .nothing: return .none
      case .saveButtonTapped: return .run { await $0(.saved(7)) }
      case .saved(let count):
        state.count = count
        return .none
      case .savedTwice:
        return .run { send in
          await Task.yield()
          let counts = await withTaskGroup(of: Int.self) { group in
            for count in 1...2 { group.addTask { count } }
            return await group.reduce(0, +)
          }
          await send(.saved(counts))
          await send(.saveButtonTapped)
        }
      case .savedOnMainActor:
        return .run { @MainActor send in
          send(.saved(5))
          await Task.yield()
        }
      case .restless: return .run { _ in while !Task.isCancelled { await Task.yield() } }
      case .listening: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      case .blocking: return .run { [end] _ in block(until: end) }
      }
    }
  }
}

/// Blocks the thread.
private func block(until end: DispatchSemaphore) { end.wait() }

/// The issues that `body` reports.
@MainActor
private func issues(_ body: @MainActor () async -> Void) async -> [String] {
  let messages = Lock<[String]>([])
  let handler = IssueHandler { message, _ in messages.withLock { $0.append(message) } }
  await IssueReporters.$current.withValue(handler) { await body() }
  return messages.withLock { $0 }
}

@MainActor
@Suite(.recordsIssues)
struct TestStoreTests {
  @Test("TCA-17: a closure that changes nothing, a wrong value, and a missing closure fail each in its own way")
  func changes() async {
    let nothing = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.nothing) { $0.count = 0 }
    }
    #expect(
      nothing == ["Expected a change of state, but none happened. Leave the closure out if nothing is to change."])
    let wrong = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.incremented) { $0.count = 5 }
    }
    #expect(
      wrong == [
        """
        The state is not what was expected (-expected, +actual):
          Saving.State(
        -   count: 5,
        +   count: 1,
            name: "Blob",
            …
          )
        """
      ])
    let missing = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.incremented)
    }
    #expect(
      missing == [
        """
        Unexpected change of state (-before, +after):
          Saving.State(
        -   count: 0,
        +   count: 1,
            name: "Blob",
            …
          )
        """
      ])
  }

  @Test("TCA-18: a test that ends with an action not received, or an effect that runs, fails")
  func ending() async {
    let unreceived = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.saveButtonTapped)
      await store.finish()
    }
    #expect(unreceived == ["The test ended, but these actions were not received:\n  .saved(7)"])
    let running = await issues {
      let store = TestStore(initialState: Saving.State(), timeout: .milliseconds(1)) { Saving() }
      await store.send(.listening)
      await store.finish()
    }
    #expect(running.count == 1)
    #expect(running.first?.contains("effects are still running") == true)
    #expect(running.first?.contains("which followed .listening") == true)
    let dropped = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.listening)
    }
    #expect(dropped == running)
  }

  @Test("TCA-19: sending while an action waits to be received fails; with exhaustivity off it is skipped")
  func pending() async {
    func run(_ exhaustivity: TestStoreOf<Saving>.Exhaustivity) async -> [String] {
      await issues {
        let store = TestStore(initialState: Saving.State()) { Saving() }
        store.exhaustivity = exhaustivity
        let task = await store.send(.saveButtonTapped)
        await task.finish()
        await store.send(.incremented) { $0.count = 8 }
      }
    }
    #expect(await run(.on) == ["Receive these actions before sending .incremented:\n  .saved(7)"])
    #expect(await run(.off) == [])
  }

  @Test("TCA-20: another action than expected fails with the difference, none with what was expected")
  func receiving() async {
    let wrong = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.saveButtonTapped)
      await store.receive(.saved(8)) { $0.count = 7 }
    }
    #expect(
      wrong == [
        """
        Received another action than expected (-expected, +received):
        - .saved(8)
        + .saved(7)
        """
      ])
    let none = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.nothing)
      await store.receive(.saved(8))
    }
    #expect(none == ["Expected to receive .saved(8), but got nothing: no effect is running."])
    let late = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      let task = await store.send(.listening)
      await store.receive(\.saved, timeout: .milliseconds(1))
      task.cancel()
      await task.finish()
    }
    #expect(late.count == 1)
    #expect(late.first?.contains("got nothing in 0.001 seconds") == true)
  }

  @Test("A follow-up action's change waits until the test receives it")
  func waits() async {
    let store = TestStore(initialState: Saving.State()) { Saving() }
    let task = await store.send(.saveButtonTapped)
    await task.finish()
    #expect(store.state.count == 0)
    await store.receive(\.saved) { $0.count = 7 }
    await store.finish()
  }

  @Test("TCA-20: an action is received by a predicate; another action fails with both")
  func receivingByPredicate() async {
    func run(_ limit: Int) async -> [String] {
      await issues {
        let store = TestStore(initialState: Saving.State()) { Saving() }
        await store.send(.saveButtonTapped)
        await store.receive {
          if case .saved(let count) = $0 { count < limit } else { false }
        } assert: {
          $0.count = 7
        }
      }
    }
    #expect(await run(8) == [])
    #expect(
      await run(7) == [
        """
        Received another action than expected (-expected, +received):
        - an action that the closure accepts
        + .saved(7)
        """
      ])
  }

  @Test("assert compares what it sets with the state as far as it is asserted, and asks for no change")
  func asserting() async {
    let right = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.incremented) { $0.count = 1 }
      store.assert {
        $0.count = 1
        $0.tags = ["a", "b"]
      }
    }
    #expect(right == [])
    let wrong = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      store.assert { $0.name = "x" }
    }
    #expect(
      wrong == [
        """
        The state is not what was expected (-expected, +actual):
          Saving.State(
            count: 0,
        -   name: "x",
        +   name: "Blob",
            tags: [
            …
          )
        """
      ])
  }

  @Test("TCA-19: a test that is not exhaustive lists what it said nothing of")
  func skipped() async {
    var skipped: [String] = []
    let failures = await issues {
      let store = TestStore(initialState: Saving.State(), timeout: .milliseconds(1)) { Saving() }
      store.exhaustivity = .off
      await store.send(.incremented) { $0.count = 1 }
      await store.send(.incremented) { $0.name = "Blob" }
      await store.send(.saveButtonTapped).finish()
      await store.send(.listening)
      await store.finish()
      skipped = store.skipped
    }
    #expect(failures == [])
    #expect(
      skipped == [
        """
        .incremented changed more than was said (-said, +actual):
          Saving.State(
        -   count: 1,
        +   count: 2,
            name: "Blob",
            …
          )
        """,
        ".saved(7) was not received.",
        """
        .saved(7) changed more than was said (-said, +actual):
          Saving.State(
        -   count: 2,
        +   count: 7,
            name: "Blob",
            …
          )
        """,
        "An effect was still running, which followed .listening.",
      ])
  }

  @Test("TCA-19: what a closure reports by itself is one failure, in a test that is not exhaustive too")
  func reportingClosure() async {
    let failures = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      store.exhaustivity = .off
      await store.send(.incremented) { state in
        reportIssue("The closure reports.")
        state.count = 1
      }
    }
    #expect(failures == ["The closure reports."])
  }

  @Test(
    "LIB-08: what an effect sends at once has arrived behind the sending of its action",
    arguments: [(Saving.Action.saveButtonTapped, 7, 1), (.savedTwice, 7, 3), (.savedOnMainActor, 5, 1)])
  fileprivate func immediate(action: Saving.Action, count: Int, received: Int) async {
    let failures = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      store.exhaustivity = .off
      await store.send(action)
      store.skipReceivedActions()
      #expect(store.state.count == count)
      #expect(store.skipped.filter { $0.hasSuffix("was not received.") }.count == received)
    }
    #expect(failures == [])
  }

  @Test("LIB-08: an effect that never rests does not hold up the sending of its action for ever")
  func restless() async {
    let failures = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.restless)
      store.skipInFlightEffects()
    }
    #expect(failures == [])
  }

  @Test("LIB-08: an effect that blocks a thread does not hold up the test for ever, and finish names it")
  func blocking() async {
    let end = DispatchSemaphore(value: 0)
    let failures = await issues {
      let store = TestStore(initialState: Saving.State(), timeout: .zero) { Saving(end: end) }
      store.patience = .zero
      await store.send(.blocking)
      await store.finish()
    }
    end.signal()
    #expect(failures.count == 1 && failures.first?.contains("effects are still running") == true)
  }

  @Test("TCA-18: what is skipped on purpose, received or running, fails nothing")
  func skippedOnPurpose() async {
    let failures = await issues {
      let store = TestStore(initialState: Saving.State()) { Saving() }
      await store.send(.saveButtonTapped).finish()
      store.skipReceivedActions()
      #expect(store.state.count == 7)
      await store.send(.listening)
      store.skipInFlightEffects()
      await store.finish()
      #expect(store.skipped == [])
    }
    #expect(failures == [])
  }
}
