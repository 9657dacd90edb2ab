// Named parts of an effect's work.
import IssueReporting
import Locks
import TestSupport
import Testing

@testable import Stores

private enum Name { case search }

/// Searches for each query that it gets, and stops the earlier search.
@Reducer
private struct Search {
  struct State: Equatable { var log: [String] = [] }

  enum Action: Equatable {
    case searched([String])
    case found(String)
    case ended
    case stopped
  }

  let clock: TestClock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .searched(let queries):
        return .run { [clock] send in
          for query in queries {
            try? await withTaskCancellation(id: Name.search, cancelInFlight: true) {
              try await clock.sleep(for: .seconds(1))
              await send(.found(query))
            }
          }
          await send(.ended)
        }
      case .found(let query): state.log.append(query)
      case .ended: state.log.append("ended")
      case .stopped: return .cancel(id: Name.search)
      }
      return .none
    }
  }
}

@Suite(.recordsIssues)
@MainActor
struct TaskCancellationTests {
  private let clock = TestClock()

  private func store() -> StoreOf<Search> {
    Store(initialState: Search.State()) { [clock] in Search(clock: clock) }
  }

  @Test("TCA-06: a part of an effect's work is cancelled by its name, and the effect goes on behind it")
  func byName() async {
    let store = store()
    let task = store.send(.searched(["a", "b"]))
    await clock.sleepers(1)
    store.send(.stopped)
    // The second search has begun.
    await clock.sleepers(0)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state.log == ["b", "ended"])
    #expect(store.engine?.runtime.nameCount == 0)
  }

  @Test("TCA-06: with cancelInFlight the work of another effect of the name is cancelled first")
  func inFlight() async {
    let store = store()
    let first = store.send(.searched(["a"]))
    await clock.sleepers(1)
    let second = store.send(.searched(["b"]))
    await first.finish()
    #expect(store.state.log == ["ended"])
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.state.log == ["ended", "b", "ended"])
    #expect(store.engine?.runtime.nameCount == 0)
  }

  @Test("TCA-07: a part whose effect has the same name leaves the effect alone, and both go with the name")
  func insideTheSameName() async {
    let store = Store(initialState: [Int]()) { [clock] in
      Reduce<[Int], Int> { state, action in
        switch action {
        case 0:
          return .run { send in
            try await withTaskCancellation(id: Name.search, cancelInFlight: true) { await send(1) }
            try await clock.sleep(for: .seconds(1))
            await send(2)
          }
          .cancellable(id: Name.search, cancelInFlight: true)
        case 9: return .cancel(id: Name.search)
        default:
          state.append(action)
          return .none
        }
      }
    }
    let first = store.send(0)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await first.finish()
    #expect(store.state == [1, 2])
    let second = store.send(0)
    await clock.sleepers(1)
    store.send(9)
    await second.finish()
    #expect(store.state == [1, 2, 1])
    #expect(store.engine?.runtime.nameCount == 0)
  }

  @Test("Cancelling the send cancels the named part, and nothing that it sends arrives")
  func withTheSend() async {
    let store = store()
    let task = store.send(.searched(["a"]))
    await clock.sleepers(1)
    task.cancel()
    await task.finish()
    await clock.sleepers(0)
    #expect(store.state.log == [])
    #expect(store.engine?.runtime.nameCount == 0)
  }

  @Test("What a cancelled part sends in spite of that is dropped")
  func sendsAfterwards() async {
    let (started, gate) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        switch action {
        case 0:
          return .run { send in
            try await withTaskCancellation(id: Name.search) {
              started.continuation.finish()
              // This work does not end with its task.
              await Task.detached { for await _ in gate.stream {} }.value
              await send(1)
            }
            await send(2)
          }
        case 9: return .cancel(id: Name.search)
        default:
          state.append(action)
          return .none
        }
      }
    }
    let task = store.send(0)
    for await _ in started.stream {}
    store.send(9)
    gate.continuation.finish()
    await task.finish()
    #expect(store.state == [2])
  }

  @Test("Outside of an effect there is no store that could cancel it: an issue says so, and the work is done")
  func outside() async throws {
    let messages = Lock<[String]>([])
    let handler = IssueHandler { text, _ in messages.withLock { $0.append(text) } }
    let result = try await IssueReporters.$current.withValue(handler) {
      try await withTaskCancellation(id: Name.search) { 3 }
    }
    #expect(result == 3)
    #expect(
      messages.withLock { $0 } == [
        """
        withTaskCancellation was called outside of an effect, so no store can cancel 'search'. Call it in the closure \
        of Effect.run.
        """
      ])
  }
}
