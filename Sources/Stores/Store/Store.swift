// The runtime of a feature.
//
// The cycle: `send` appends an action to the queue; if none is being reduced, the queue is processed. Each reduction
// works on a copy of the state, which is stored if it differs; the children get their parts of it; readers of values
// that differ are woken; and its effects are started. An action sent meanwhile waits in the queue, so that the stack
// does not grow.
//
// A root store owns its reducer and effects. A scoped store gets its part of the state from its parent, which keeps it,
// and sends its actions through the parent.
public import Activities
public import Observation
import Observing

/// Holds a feature's state, runs its reducer, and runs its effects.
///
/// State is read through the store (`store.count`), and each read is tracked: after a reduction the old and the new
/// value are compared, and only a difference wakes the reader. Keep the root store as long as it is used: freeing it
/// cancels its effects and ends the stores scoped from it.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  /// The current state, untracked.
  private(set) var present: PresentState<State>
  private let dispatch: @MainActor (Action) -> StoreTask
  /// The root's engine; nil in a scoped store.
  let engine: StoreEngine<State, Action>?
  private var reads: [ReadKey: TrackedRead<State>] = [:]
  /// The stores scoped from this one, by the key paths of their scope.
  var children: [ScopeKey: any ScopedStores<State>] = [:]

  /// Makes a root store.
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - activity: Held while effects run.
  ///   - reducer: The feature.
  public init<R: Reducer<State, Action>>(
    initialState: State, activity: Activity = Activity(), @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    present = PresentState(initialState)
    let engine = StoreEngine<State, Action>(reducer: reducer(), activity: activity)
    self.engine = engine
    dispatch = { [unowned engine] in engine.send($0) }
    engine.replaceState = { [weak self] in self?.replace($0) }
    engine.presentState = { [weak self] in self?.present.read { $0 } }
  }

  /// Makes a scoped store.
  init(state: State, dispatch: @escaping @MainActor (Action) -> StoreTask) {
    present = PresentState(state)
    engine = nil
    self.dispatch = dispatch
  }

  isolated deinit { engine?.end() }

  /// Sends an action. It has been handled when this returns, unless a reducer is running: then it waits in the queue.
  /// - Returns: Everything that follows the action.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { dispatch(action) }

  /// The whole state; its reader is woken by every difference.
  public var state: State { self[dynamicMember: \.self] }

  /// A value of the state; its reader is woken if it differs after a reduction.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    track(path, .value) { $0.value(at: path) == $1.value(at: path) }
    return present.value(at: path)
  }

  /// A value of the state that is not known to be Equatable. It is compared if its run-time type is, and otherwise bit
  /// by bit: its reader may be woken needlessly, but never too rarely.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    track(path, .value) { areEqual($0.value(at: path), $1.value(at: path)) }
    return present.value(at: path)
  }

  /// Passes the current state to `body`, and returns the result. The read is not tracked: use it to handle an event.
  public func withState<Result>(_ body: (State) -> Result) -> Result { present.read(body) }

  /// Records a read for the current observation, if any.
  func track<Value>(
    _ path: KeyPath<State, Value>, _ aspect: ReadKey.Aspect,
    isEqual: @escaping (PresentState<State>, PresentState<State>) -> Bool
  ) {
    let key = ReadKey(path: path, aspect: aspect)
    let read: TrackedRead<State>
    if let known = reads[key] {
      read = known
    } else {
      read = TrackedRead(path, isEqual: isEqual)
      reads[key] = read
    }
    read.access()
  }

  /// Stores a new state, here and in all scoped stores, then wakes the readers of what differs.
  func replace(_ new: State) {
    var wakes: [TrackedReadWake] = []
    push(new, wakes: &wakes)
    for wake in wakes { wake() }
  }

  /// Stores a new state and collects the readers to wake.
  func push(_ state: State, wakes: inout [TrackedReadWake]) {
    let (old, new) = (present, PresentState(state))
    present = new
    for child in children.values { child.push(old: old, new: new, wakes: &wakes) }
    var sharesSources: Bool?
    for read in reads.values where read.isRead {
      let areShared = sharesSources ?? old.read { old in new.read { LiveSources.matchDynamically(old, $0) } }
      sharesSources = areShared
      if !areShared || !read.isUnchanged(old, new) { wakes.append(read.wake) }
    }
  }
}

/// A store of the state and action of `R`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// Informs the readers of a value that it has changed.
typealias TrackedReadWake = @MainActor () -> Void

extension Store: Observable {}
