// Decides when a query may run by itself.

import Locks

/// A condition that changes: a connection, an open pane, a setting.
public protocol QueryCondition: Sendable {
  /// Whether the condition is true now.
  func isSatisfied(in context: QueryContext) -> Bool
  /// Calls `observer` whenever the condition changes, until the subscription is cancelled.
  func subscribe(
    in context: QueryContext, _ observer: @escaping @Sendable (_ isSatisfied: Bool) -> Void
  ) -> QuerySubscription
}

/// A condition that the program sets.
public final class QuerySwitch: QueryCondition {
  private struct State {
    var isOn: Bool
    var observers = Subscribers<@Sendable (Bool) -> Void>()
  }

  private let state: Lock<State>

  /// Makes a switch that is on or off.
  public init(isOn: Bool) { state = Lock(State(isOn: isOn)) }

  /// Whether the condition is true.
  public var isOn: Bool {
    get { state.withLock { $0.isOn } }
    set {
      let observers = state.withLock { state in
        defer { state.isOn = newValue }
        return state.isOn == newValue ? [] : state.observers.handlers
      }
      for observer in observers { observer(newValue) }
    }
  }

  public func isSatisfied(in context: QueryContext) -> Bool { isOn }

  public func subscribe(
    in context: QueryContext, _ observer: @escaping @Sendable (Bool) -> Void
  ) -> QuerySubscription {
    let number = state.withLock { $0.observers.add(observer) }
    return QuerySubscription { [weak self] in _ = self?.state.withLock { $0.observers.remove(number) } }
  }
}

extension QueryContext {
  /// The condition for the query to run by itself; nil: it always may.
  public var runCondition: (any QueryCondition)? {
    get { self[RunConditionKey.self] }
    set { self[RunConditionKey.self] = newValue }
  }

  /// Whether the query may run by itself now.
  var mayRunByItself: Bool { runCondition?.isSatisfied(in: self) ?? true }

  private enum RunConditionKey: Key { static var defaultValue: (any QueryCondition)? { nil } }
}

extension QueryRequest {
  /// This request, which runs by itself only while `condition` is true: when it becomes true, if there are subscribers
  /// and the state is stale. When it becomes false, that run is cancelled.
  public func runsByItself(when condition: some QueryCondition) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0.runCondition = condition })
  }
}
