// A store for tests: a test must name every change of state and every action that follows, or it fails.
//
// The inner store handles follow-up actions as they come. Their results are kept until the test receives them; `state`
// is the state that the test has asserted so far.
public import Activities
import IssueReporting

/// A store for tests: a test must name every change of state and every action that follows, or it fails.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(.saved)
/// await store.finish()
/// ```
@MainActor
public final class TestStore<State: Equatable, Action: Sendable> {
  /// How much a test must assert.
  public enum Exhaustivity: Sendable {
    /// Everything.
    case on
    /// Only selected facts: a closure changes a copy of the new state and must leave it unchanged; actions that are not
    /// received are skipped. `skipped` lists what the test did not name.
    case off
  }

  /// An action that followed, or nil for a dismissal, and the state after it.
  struct Received {
    let action: Action?
    let after: State
  }

  /// The state that the test has asserted so far.
  public internal(set) var state: State
  /// How much a test must assert.
  public var exhaustivity = Exhaustivity.on
  /// What the test did not name while `exhaustivity` was off: changes, actions and running effects, each as a sentence,
  /// in order.
  public internal(set) var skipped: [String] = []
  /// How long `receive` and `finish` wait for running effects. Only a failing test waits that long.
  public var timeout: Duration
  /// How long each call waits for an effect that blocks a thread, which a right one never does. A busy machine may need
  /// minutes for the others.
  var patience = Duration.seconds(600)

  let store: Store<State, Action>
  /// Actions that followed and were not received yet.
  var received: [Received] = []
  /// The state after the action that `send` is sending.
  var sentAfter: State?
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Runs the effects, and counts their turns.
  let executor = CountingExecutor()
  private let handler: IssueHandler?
  private let place: OperatorPlace

  /// Makes a store for a test.
  public init<R: Reducer<State, Action>>(
    initialState: State, activity: Activity = Activity(), timeout: Duration = .seconds(1),
    @ReducerBuilder<State, Action> reducer: () -> R,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    state = initialState
    self.timeout = timeout
    handler = IssueReporters.current
    place = OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    store = Store(initialState: initialState, activity: activity, reducer: reducer)
    store.engine?.listener = { [weak self] action, comesFromEffect, after in
      guard let self else { return }
      if comesFromEffect {
        self.received.append(Received(action: action, after: after))
        self.wake()
      } else {
        self.sentAfter = after
      }
    }
    store.engine?.runtime.onTaskEnd = { [weak self] in self?.wake() }
    store.engine?.runtime.executor = executor
    executor.onIdle = { [weak self] in Task { @MainActor in self?.wake() } }
  }

  isolated deinit {
    // A deinitialiser does not see task-local values, so it uses the handler from the initialiser.
    IssueReporters.$current.withValue(handler) { reportRest(at: place) }
  }

  /// The actions whose effects are running.
  var runningOrigins: [(action: Action, place: OperatorPlace)] {
    (store.engine?.runtime.pending ?? []).map { ($0.origin, $0.place) }
  }

  /// Reports unreceived actions and running effects.
  func reportRest(at place: OperatorPlace) {
    guard case .on = exhaustivity else { return }
    if !received.isEmpty {
      place.report("The test ended, but these actions were not received:\n\(list(received.map(\.action)))")
    }
    let running = runningOrigins
    if !running.isEmpty {
      let lines = running.map { "  the effect at \($0.place), which followed \(text(of: $0.action))" }
      place.report(
        """
        The test ended, but effects are still running. Cancel them, or let them end:
        \(lines.joined(separator: "\n"))
        """)
    }
  }

  /// Waits until something happens, or the time is over.
  /// - Returns: Whether to continue: false only if the time was already over.
  func somethingHappens(before deadline: ContinuousClock.Instant) async -> Bool {
    guard ContinuousClock.now < deadline else { return false }
    let alarm = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      self.wake()
    }
    await withCheckedContinuation { waiters.append($0) }
    alarm.cancel()
    return true
  }

  private func wake() {
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
  }

  /// An action's text for messages; for nil, that of a dismissal.
  func text(of action: Action?) -> String {
    action.map { ValueText.lines($0).joined(separator: "\n") } ?? Self.dismissal
  }

  func list(_ actions: [Action?]) -> String {
    actions.map { action in
      (action.map { ValueText.lines($0) } ?? [Self.dismissal]).map { "  " + $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The text for a dismissal in messages.
  static var dismissal: String { "a dismissal" }
}

/// A store for tests of the feature `R`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
