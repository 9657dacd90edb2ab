// Runs the effects of one root store.
//
// An effect starts in a context: the scopes that can cancel it, its path of children, and the action that caused it.
// Each running task is in all its scopes. `onEnd` is called once, on the main actor, however the effect has ended:
// concatenation, the end of a send, and the bookkeeping of names depend on it.
import Activities
import IssueReporting

/// Runs the effects of one root store.
@MainActor
final class EffectRuntime<Action: Sendable> {
  struct Context {
    /// The scope of the send that caused it, shared with follow-up actions.
    let send: EffectScope
    /// All scopes, including those of the send and of the store.
    var scopes: [EffectScope]
    /// The children through which the effect came.
    var path: [EffectID] = []
    let origin: Action

    var isCancelled: Bool { scopes.contains(where: \.isCancelled) }
  }

  struct Named {
    let path: [EffectID]
    let scope: EffectScope
  }

  /// A throttled effect that waits for the interval to pass.
  struct Waiting {
    let operation: Effect<Action>.Operation
    let context: Context
    let place: OperatorPlace
    let onEnd: () -> Void
  }

  let activity: Activity
  /// Handles the actions that effects send.
  let deliver: (Action, EffectScope) -> Void
  /// Applies an effect's change of state.
  var changeState: (StateChange) -> Void = { _ in }
  /// The scope of everything that runs.
  let all = EffectScope()
  var named: [EffectID: [Named]] = [:]
  /// The names whose interval has not passed, and the effect waiting for each.
  var throttled: [[EffectID]: Waiting?] = [:]
  var lastNumber = 0
  /// The context of each running task, and the place of its code.
  var running: [Int: (context: Context, place: OperatorPlace)] = [:]
  /// Runs the effects that belong to no actor, and counts their turns; nil: Swift's default executor. Set once, before
  /// the first effect.
  var executor: CountingExecutor?
  /// Called when a task has ended.
  var onTaskEnd: (() -> Void)?

  init(activity: Activity, deliver: @escaping (Action, EffectScope) -> Void) {
    self.activity = activity
    self.deliver = deliver
  }

  /// The number of kept names; 0 if nothing runs.
  var nameCount: Int { named.count + throttled.count }

  /// The actions whose effects run or are throttled, and the places of these effects. Cancelled effects, which only
  /// have to end, are left out.
  var pending: [(origin: Action, place: OperatorPlace)] {
    let tasks = running.sorted { $0.key < $1.key }.map(\.value).filter { !$0.context.isCancelled }
    let waiting = throttled.values.compactMap { $0 }
    return tasks.map { ($0.context.origin, $0.place) } + waiting.map { ($0.context.origin, $0.place) }
  }

  func cancelAll() { all.cancel() }

  /// Cancels what runs and no longer counts it; effects can still start later.
  func forget() {
    for task in all.cancelTasks() { running[task] = nil }
    for (key, waiting) in throttled {
      guard let waiting else { continue }
      throttled[key] = .some(nil)
      drop(waiting)
    }
  }

  /// Starts the effect of `origin`, which was sent in `send`.
  func start(_ effect: Effect<Action>, origin: Action, send: EffectScope) {
    if case .none = effect.operation { return }
    send.enter()
    start(effect.operation, Context(send: send, scopes: [all, send], origin: origin)) { send.leave() }
  }

  func start(_ operation: Effect<Action>.Operation, _ context: Context, onEnd: @escaping () -> Void) {
    switch operation {
    case .none: onEnd()
    case .send(let action):
      if !context.isCancelled { deliver(action, context.send) }
      onEnd()
    case .run(let work): run(work, context, onEnd: onEnd)
    case .merge(let operations):
      guard !operations.isEmpty else { return onEnd() }
      var rest = operations.count
      for operation in operations {
        start(operation, context) {
          rest -= 1
          if rest == 0 { onEnd() }
        }
      }
    case .concatenate(let operations): startNext(of: operations[...], context, onEnd: onEnd)
    case .cancellable(let operation, let id, let cancelsInFlight):
      // Scopes that contain this effect itself are not cancelled.
      if cancelsInFlight { cancel(id, path: context.path, besides: context.scopes) }
      startNamed(operation, id: id, context, onEnd: onEnd)
    case .cancel(let id):
      cancel(id, path: context.path)
      onEnd()
    case .within(let component, let operation):
      startNamed(operation, id: component, context, inside: component, onEnd: onEnd)
    case .throttle(let operation, let throttle): startThrottled(operation, throttle, context, onEnd: onEnd)
    case .dismiss:
      reportIssue(
        """
        The effect 'dismiss' that followed \(ChildPlace.text(of: context.origin)) reached the store. Compose the \
        feature with ifLet or forEach, which take it.
        """)
      onEnd()
    case .change(let change):
      if !context.isCancelled { apply(change, context) }
      onEnd()
    }
  }

  /// Dismisses a child after its earlier effects, and cancels its remaining ones.
  private func apply(_ change: StateChange, _ context: Context) {
    changeState(change)
    guard let index = context.path.lastIndex(of: change.component) else { return }
    cancel(change.component, path: Array(context.path[..<index]))
  }
}
