// Effects with names: nested, throttled, ended.
import Locks
import Stores
import TestSupport
import Testing

@Reducer
private struct Work {
  @ObservableState
  struct State: Equatable {
    var values: [Int] = []
  }

  enum Action: Equatable {
    case nested(TestClock)
    case throttled(TestClock, Int)
    case stop
    case value(Int)
    case keepSend
    case begin(TestClock)

    static func == (left: Self, right: Self) -> Bool { "\(left)" == "\(right)" }
  }

  let kept: Lock<Send<Action>?>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nested(let clock):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.value(1))
        }
        .cancellable(id: "work", cancelInFlight: true)
        .cancellable(id: "work", cancelInFlight: true)
      case .throttled(let clock, let value):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.value(value))
        }
        .throttle(id: "work", for: .seconds(10), clock: clock, latest: true)
      case .stop:
        return .cancel(id: "work")
      case .value(let value):
        state.values.append(value)
        return .none
      case .keepSend:
        return .run { [kept] send in kept.withLock { $0 = send } }
      case .begin(let clock):
        return .run { @MainActor [kept] send in
          kept.withLock { $0 = send }
          try await clock.sleep(for: .seconds(1000))
        }
      }
    }
  }
}

@Suite(.recordsIssues)
@MainActor
struct EffectNameTests {
  private let kept = Lock<Send<Work.Action>?>(nil)
  private let clock = TestClock()

  @Test("TCA-06: an effect named twice is not in its own way")
  func nested() async {
    let store = TestStore(initialState: Work.State()) { Work(kept: kept) }
    await store.send(.nested(clock))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await store.receive(.value(1)) { $0.values = [1] }
    await store.send(.nested(clock))
    await store.send(.nested(clock))
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await store.receive(.value(1)) { $0.values = [1, 1] }
    await store.finish()
  }

  @Test("A throttled effect that runs can be cancelled")
  func throttled() async {
    let store = TestStore(initialState: Work.State()) { Work(kept: kept) }
    await store.send(.throttled(clock, 1))
    // The effect's own sleep, and the throttle's interval.
    await clock.sleepers(2)
    await store.send(.stop)
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    await store.finish()
    #expect(store.state.values == [])
  }

  @Test("TCA-18: an effect that waits for its distance is one that still runs")
  func waiting() async {
    await withKnownIssue {
      let store = TestStore(initialState: Work.State(), timeout: .zero) { Work(kept: kept) }
      await store.send(.throttled(clock, 1))
      await clock.sleepers(2)
      clock.advance(by: .seconds(1))
      await store.receive(.value(1), timeout: .seconds(1)) { $0.values = [1] }
      await store.send(.throttled(clock, 2))
      await store.finish()
    } matching: {
      "\($0)".contains("effects are still running") && "\($0)".contains("throttled")
    }
  }

  @Test("An action that is sent after its effect has ended is handled, and an issue")
  func lateSend() async {
    let store = Store(initialState: Work.State()) { Work(kept: kept) }
    await store.send(.keepSend).finish()
    withKnownIssue {
      kept.withLock { $0 }?(.value(3))
    } matching: {
      "\($0)".contains("after it had ended")
    }
    #expect(store.values == [3])
  }

  @Test("Effects have had a turn when send returns, and cancelled ones are none that still run")
  func firstTurn() async {
    let store = TestStore(initialState: Work.State()) { Work(kept: kept) }
    let task = await store.send(.begin(clock))
    #expect(kept.withLock { $0 } != nil)
    task.cancel()
  }
}
