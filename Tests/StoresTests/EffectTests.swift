// Effects: follow-ups, names, cancellation, timing, errors.
import Activities
import Locks
import TestSupport
import Testing

@testable import Stores

@Reducer
private struct Endless {
  struct State: Equatable {
    var response = 0
  }

  enum Action: Equatable {
    case task, response, response1, response2
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .task: return .merge(endless, .run { await $0(.response) })
    case .response:
      state.response = 1
      return .merge(endless, .run { await $0(.response1) })
    case .response1:
      state.response = 2
      return .merge(endless, .run { await $0(.response2) })
    case .response2:
      state.response = 3
      return endless
    }
  }

  private var endless: Effect<Action> { .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} } }
}

/// Sends the given actions, and keeps those that arrived.
@MainActor
private func collecting(
  activity: Activity = Activity(), _ effects: @escaping (Int) -> Effect<Int>?
) -> Store<[Int], Int> {
  Store(initialState: [], activity: activity) {
    Reduce<[Int], Int> { state, action in
      if let effect = effects(action) { return effect }
      state.append(action)
      return .none
    }
  }
}

@MainActor
@Suite(.recordsIssues)
struct EffectTests {
  @Test("TCA-04: cancelling the first send's task ends everything that followed from it")
  func transitiveCancellation() async {
    let store = TestStore(initialState: Endless.State()) { Endless() }
    let task = await store.send(.task)
    await store.receive(.response) { $0.response = 1 }
    await store.receive(.response1) { $0.response = 2 }
    await store.receive(.response2) { $0.response = 3 }
    task.cancel()
    await task.finish()
    await store.finish()
    #expect(store.runningOrigins.isEmpty)
  }

  @Test("TCA-06: a second effect of a name with cancelInFlight stops the first")
  func cancelInFlight() async {
    let clock = TestClock()
    let store = collecting { action in
      guard action >= 100 else { return nil }
      let base = action == 100 ? 1 : 3
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(base)
        try await clock.sleep(for: .seconds(1))
        await send(base + 1)
      }
      .cancellable(id: "values", cancelInFlight: true)
    }
    let first = store.send(100)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await clock.sleepers(1)
    #expect(store.state == [1])
    clock.advance(by: .seconds(1))
    await first.finish()
    #expect(store.state == [1, 2])
    let stopped = store.send(100)
    await clock.sleepers(1)
    let second = store.send(200)
    await stopped.finish()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.state == [1, 2, 3, 4])
  }

  @Test("TCA-07: a name given twice is cancelled once, and no name is kept afterwards")
  func names() async throws {
    let clock = TestClock()
    let ends = Lock(0)
    let store = collecting { action in
      switch action {
      case 100:
        .run { _ in
          defer { ends.withLock { $0 += 1 } }
          try await clock.sleep(for: .seconds(1))
        }
        .cancellable(id: "twice").cancellable(id: "twice")
      case 200: .run { _ in }.cancellable(id: "plain")
      case 300: .cancel(id: "twice")
      default: nil
      }
    }
    let runtime = try #require(store.engine?.runtime)
    let cancelled = store.send(100)
    await clock.sleepers(1)
    #expect(runtime.nameCount == 1)
    store.send(300)
    await cancelled.finish()
    #expect(ends.withLock { $0 } == 1)
    #expect(runtime.nameCount == 0)
    await store.send(200).finish()
    #expect(runtime.nameCount == 0)
    let tasks = (1...1000).map { _ in store.send(100) }
    await withTaskGroup { group in
      for task in tasks { group.addTask { task.cancel() } }
      for _ in 1...1000 { group.addTask { await store.send(300) } }
    }
    for task in tasks { await task.finish() }
    #expect(ends.withLock { $0 } <= 1001)
    #expect(runtime.nameCount == 0)
    #expect(runtime.running.isEmpty)
  }

  @Test("TCA-08: a debounced effect begins once, a second after the last")
  func debounce() async {
    let activity = Activity()
    let clock = TestClock()
    let bodies = Lock(0)
    let store = collecting(activity: activity) { action in
      guard action > 100 else { return nil }
      return .run { send in
        bodies.withLock { $0 += 1 }
        await send(action - 100)
      }
      .debounce(id: "value", for: .seconds(1), clock: clock)
    }
    let first = store.send(101)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(500))
    let second = store.send(102)
    await first.finish()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(500))
    store.send(103)
    await second.finish()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    #expect(store.state == [])
    clock.advance(by: .milliseconds(1))
    await activity.settled()
    #expect(store.state == [3])
    #expect(bodies.withLock { $0 } == 1)
  }

  @Test("A throttled effect begins at once, then the latest of those that came meanwhile", arguments: [true, false])
  func throttle(latest: Bool) async {
    let activity = Activity()
    let clock = TestClock()
    let store = collecting(activity: activity) { action in
      guard action > 100 else { return nil }
      return .send(action - 100).throttle(id: "value", for: .seconds(1), clock: clock, latest: latest)
    }
    store.send(101)
    #expect(store.state == [1])
    #expect(activity.isSettled)
    await clock.sleepers(1)
    store.send(102)
    store.send(103)
    #expect(store.state == [1])
    #expect(!activity.isSettled)
    clock.advance(by: .seconds(1))
    await activity.settled()
    #expect(store.state == [1, latest ? 3 : 2])
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await clock.sleepers(0)
    // The next turn of the main actor ends the interval.
    await Task { @MainActor in }.value
    #expect(store.engine?.runtime.nameCount == 0)
  }

  @Test("TCA-24: ids live in their store; a store that cancels an id leaves the other's effect alone")
  func idsOfStores() async {
    let clock = TestClock()
    @MainActor func make(_ activity: Activity) -> Store<[Int], Int> {
      collecting(activity: activity) { action in
        switch action {
        case 100:
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(1)
          }
          .cancellable(id: "same")
        case 200: .cancel(id: "same")
        default: nil
        }
      }
    }
    let activities = [Activity(), Activity()]
    let stores = activities.map { make($0) }
    for store in stores { store.send(100) }
    await clock.sleepers(2)
    stores[0].send(200)
    await activities[0].settled()
    clock.advance(by: .seconds(1))
    await activities[1].settled()
    #expect(stores.map(\.state) == [[], [1]])
  }

  @Test("TCA-25: an error is an issue, cancellation silent, and a catch takes the error")
  func errors() async {
    struct Failure: Error {}
    let store = collecting { action in
      switch action {
      case 100: .run { _ in throw Failure() }
      case 200: .run { _ in throw CancellationError() }
      case 300:
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(3)
        }
      default: nil
      }
    }
    await withKnownIssue {
      await store.send(100).finish()
    } matching: {
      $0.comments.contains { $0.rawValue.contains("threw an error that nothing takes: Failure()") }
    }
    await store.send(200).finish()
    await store.send(300).finish()
    #expect(store.state == [3])
  }

  @Test("Concatenated effects begin when the one before has ended; cancelling ends the rest")
  func concatenate() async {
    let clock = TestClock()
    let store = collecting { action in
      switch action {
      case 100:
        .concatenate(
          .send(1), .run { _ in try await clock.sleep(for: .seconds(1)) }, .send(2),
          .merge(.send(3), .run { await $0(4) }), .send(5))
      default: nil
      }
    }
    let task = store.send(100)
    #expect(store.state == [1])
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == [1, 2, 3, 4, 5])
    let cancelled = store.send(100)
    await clock.sleepers(1)
    cancelled.cancel()
    await cancelled.finish()
    #expect(store.state == [1, 2, 3, 4, 5, 1])
  }

  @Test("A cancelled concatenation neither starts nor cancels anything further")
  func cancelledConcatenation() async {
    let clock = TestClock()
    let store = collecting { action in
      switch action {
      case 100: .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: "other")
      case 200: .concatenate(.run { _ in try await clock.sleep(for: .seconds(1)) }, .cancel(id: "other"))
      default: nil
      }
    }
    let other = store.send(100)
    let cancelled = store.send(200)
    await clock.sleepers(2)
    cancelled.cancel()
    await cancelled.finish()
    #expect(clock.sleeperCount == 1)
    other.cancel()
    await other.finish()
  }

  @Test("Cancelling a send ends what its synchronous follow-ups started")
  func followUpCancellation() async {
    let clock = TestClock()
    let store = collecting { action in
      switch action {
      case 100: .send(200)
      case 200: .run { _ in try await clock.sleep(for: .seconds(1)) }
      default: nil
      }
    }
    let task = store.send(100)
    await clock.sleepers(1)
    task.cancel()
    await task.finish()
    #expect(clock.sleeperCount == 0)
  }

  @Test("The actions of a cancelled effect are dropped, however they are sent")
  func lateActions() async {
    let clock = TestClock()
    let kept = Lock<Send<Int>?>(nil)
    let store = collecting { action in
      guard action == 100 else { return nil }
      return .run { send in
        kept.withLock { $0 = send }
        await send(1)
        try? await clock.sleep(for: .seconds(1))
        await send(2)
      }
    }
    let task = store.send(100)
    await clock.sleepers(1)
    task.cancel()
    await task.finish()
    kept.withLock { $0 }?(3)
    #expect(store.state == [1])
  }

  @Test("Mapped effects keep their order, errors and dismissals")
  func map() async {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "go" else { return .none }
        return Effect<Int>.concatenate(
          .send(1), .run { await $0(2) }, .run { _ in throw CancellationError() },
          .run { _ in
            throw Failed()
          } catch: { _, send in
            await send(3)
          }
        )
        .map { "\($0)" }
      }
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "1", "2", "3"])
    #expect(Effect<Int>.merge(.none, .dismiss).map { "\($0)" }.dismisses)
  }

  @Test("Cancelling the task that waits for a send cancels what it waits for")
  func finishCancels() async {
    let clock = TestClock()
    let store = collecting { action in
      action == 100 ? .run { _ in try await clock.sleep(for: .seconds(1)) } : nil
    }
    let waiting = Task { await store.send(100).finish() }
    await clock.sleepers(1)
    waiting.cancel()
    await waiting.value
    #expect(clock.sleeperCount == 0)
  }

  @Test("A new identity cancels a screen's task and starts it again; the same does nothing")
  func screenTask() async {
    let log = Lock<[String]>([])
    let clock = TestClock()
    let task = ScreenTask<String>()
    @MainActor func run(_ id: String) {
      task(id: id) {
        log.withLock { $0.append("begin \(id)") }
        try? await clock.sleep(for: .seconds(1))
        log.withLock { $0.append("\(Task.isCancelled ? "cancelled" : "end") \(id)") }
      }
    }
    run("a")
    await clock.sleepers(1)
    run("a")
    run("b")
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await task.finish()
    #expect(log.withLock { $0.filter { $0 != "cancelled a" } } == ["begin a", "begin b", "end b"])
  }
}

private struct Failed: Error {}
