// When a store runs its query by itself.
import Activities
import Dispatch
import QueryClients
import TestSupport
import Testing

@Suite(.recordsIssues)
struct StalenessTests {
  @Test("QRY-11: a value is stale once it is too old; subscribing while it is fresh runs nothing")
  func age() async throws {
    let (clock, runs, activity) = (TestClock(), Counter(), Activity())
    let store = QueryClient(activity: activity).store(
      for: TestQuery { runs.add() }.stale(after: .seconds(1)).context(QueryClock(clock), for: \.clock))
    #expect(store.isStale)
    try await store.fetch()
    #expect(!store.isStale)
    store.subscribe(with: QueryEventHandler()).cancel()
    await activity.settled()
    #expect(runs.count == 1)
    clock.advance(by: .seconds(2))
    #expect(store.isStale)
    let subscription = store.subscribe(with: QueryEventHandler())
    await activity.settled()
    #expect(runs.count == 2)
    subscription.cancel()
  }

  @Test("QRY-12: one of several conditions is enough")
  func anyCondition() {
    #expect(QueryStore(for: TestQuery { 1 }.staleWhen { _, _ in true }.staleWhen { _, _ in false }).isStale)
    #expect(QueryStore(for: TestQuery { 1 }.staleWhen { _, _ in false }.staleWhen { _, _ in true }).isStale)
    #expect(!QueryStore(for: TestQuery { 1 }.staleWhen { _, _ in false }).isStale)
    #expect(QueryStore(for: TestQuery { 1 }).isStale)
  }

  @Test("Conditions below a default value see the state without it")
  func conditionsBelowADefaultValue() async throws {
    let (clock, seen) = (TestClock(), Log<Int?>())
    let store = QueryStore(
      for: TestQuery { 7 }
        .staleWhen { state, _ in
          seen.add(state.currentValue)
          return state.currentValue == nil
        }
        .stale(after: .seconds(1)).defaultValue(0).context(QueryClock(clock), for: \.clock))
    #expect(store.isStale)
    try await store.fetch()
    #expect(!store.isStale)
    clock.advance(by: .seconds(2))
    #expect(store.isStale)
    store.reset()
    #expect(store.isStale)
    #expect(store.currentValue == 0)
    #expect(seen.entries == [nil, 7, 7, nil])
  }

  @Test(
    "QRY-25: when the condition begins to hold, the query runs if it has a subscriber and is stale",
    arguments: [true, false], [true, false])
  func conditionBegins(hasSubscriber: Bool, isStale: Bool) async throws {
    let (condition, runs, activity) = (QuerySwitch(isOn: false), Counter(), Activity())
    let store = QueryClient(activity: activity).store(
      for: TestQuery { runs.add() }.staleWhen { _, _ in isStale }.runsByItself(when: condition))
    let subscription = hasSubscriber ? store.subscribe(with: QueryEventHandler()) : nil
    await activity.settled()
    #expect(runs.count == 0)
    condition.isOn = true
    await activity.settled()
    #expect(runs.count == (hasSubscriber && isStale ? 1 : 0))
    subscription?.cancel()
  }

  @Test("QRY-25: a condition that ceases while the run begins stops it")
  func conditionCeasesAtOnce() async throws {
    let (gate, activity) = (Gate(), Activity())
    let store = QueryClient(activity: activity).store(
      for: TestQuery {
        try await gate.pass()
        return 7
      }.runsByItself(when: BriefCondition()))
    let subscription = store.subscribe(with: QueryEventHandler())
    await activity.settled()
    #expect(store.state.status.isCancelled)
    subscription.cancel()
  }

  @Test("QRY-25: when the condition ceases to hold, the run is cancelled")
  func conditionEnds() async {
    let (condition, gate, activity) = (QuerySwitch(isOn: true), Gate(), Activity())
    let store = QueryClient(activity: activity).store(
      for: TestQuery {
        try await gate.pass()
        return 7
      }.runsByItself(when: condition))
    let subscription = store.subscribe(with: QueryEventHandler())
    await gate.arrivals()
    condition.isOn = false
    await activity.settled()
    #expect(store.state.status.isCancelled)
    subscription.cancel()
  }

  @Test("An observer of a switch is let go of when no lock is held")
  func observerOfASwitch() {
    final class Switching: Sendable {
      let condition: QuerySwitch
      let done: DispatchSemaphore
      init(_ condition: QuerySwitch, _ done: DispatchSemaphore) { (self.condition, self.done) = (condition, done) }
      deinit {
        condition.isOn = true
        done.signal()
      }
    }
    let (condition, done) = (QuerySwitch(isOn: false), DispatchSemaphore(value: 0))
    DispatchQueue(label: "switching").async {
      let subscription = condition.subscribe(in: QueryContext()) { [switching = Switching(condition, done)] _ in
        withExtendedLifetime(switching) {}
      }
      subscription.cancel()
    }
    // The deadline catches a switch that waits for itself.
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(condition.isOn)
  }
}

/// True at the first question and false afterwards, without a notice.
private final class BriefCondition: QueryCondition {
  private let questions = Counter()

  func isSatisfied(in context: QueryContext) -> Bool { questions.add() == 1 }

  func subscribe(
    in context: QueryContext, _ observer: @escaping @Sendable (Bool) -> Void
  ) -> QuerySubscription {
    QuerySubscription {}
  }
}
