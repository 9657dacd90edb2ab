// The engine of a root store: the queue, the reducer, the effects.
import Activities
import Observing

/// The engine of a root store.
@MainActor
final class StoreEngine<State, Action: Sendable> {
  /// Called for each handled action, and with nil for each later dismissal: with its origin and the state after it.
  /// Used by `TestStore`.
  typealias Listener = (_ action: Action?, _ comesFromEffect: Bool, _ after: State) -> Void

  private struct Queued {
    let action: Action
    let send: EffectScope
    let comesFromEffect: Bool
  }

  private let reducer: any Reducer<State, Action>
  private(set) var runtime: EffectRuntime<Action>!
  private var queue: [Queued] = []
  private var isReducing = false
  /// The store's state; nil if the store has been freed.
  var presentState: () -> State? = { nil }
  var replaceState: (State) -> Void = { _ in }
  var listener: Listener?

  init(reducer: some Reducer<State, Action>, activity: Activity) {
    self.reducer = reducer
    runtime = EffectRuntime(activity: activity) { [weak self] action, send in
      self?.enqueue(action, send: send, comesFromEffect: true)
    }
    runtime.changeState = { [weak self] in self?.apply($0) }
  }

  func send(_ action: Action) -> StoreTask {
    let scope = EffectScope()
    enqueue(action, send: scope, comesFromEffect: false)
    return StoreTask(scope: scope)
  }

  func end() { runtime.cancelAll() }

  private func enqueue(_ action: Action, send: EffectScope, comesFromEffect: Bool) {
    send.enter()
    queue.append(Queued(action: action, send: send, comesFromEffect: comesFromEffect))
    guard !isReducing else { return }
    isReducing = true
    var next = 0
    while next < queue.count {
      let queued = queue[next]
      next += 1
      if next == 512 {
        // Freeing an action may send another one. So the queue is changed before the handled actions are freed.
        let done = queue[..<next]
        queue.removeFirst(next)
        next = 0
        withExtendedLifetime(done) {}
      }
      reduce(queued)
      queued.send.leave()
    }
    queue = []
    isReducing = false
  }

  private func reduce(_ queued: Queued) {
    guard let before = presentState() else { return }
    var after = before
    let effect = reducer.reduce(into: &after, action: queued.action)
    // Many actions change nothing and only start an effect.
    if !haveSameBytes(before, after) { replaceState(after) }
    listener?(queued.action, queued.comesFromEffect, after)
    runtime.start(effect, origin: queued.action, send: queued.send)
  }

  /// Dismisses a child whose dismissal waited for its other effects. Effects start only when no reducer runs, so the
  /// change is not lost.
  private func apply(_ change: StateChange) {
    guard var state = presentState() else { return }
    change(&state)
    replaceState(state)
    listener?(nil, true, state)
  }
}
