// The logic of a feature: how an action changes its state, and which effects follow.

/// How an action changes a feature's state, and which effects follow.
///
/// A feature is a structure marked `@Reducer` that has a `State`, an `Action` and either a `body` composed of other
/// reducers, or `reduce(into:action:)`. Reducers are values without isolation; stores run them on the main actor.
public protocol Reducer<State, Action> {
  /// The state of the feature: a value type.
  associatedtype State
  /// The events of the feature.
  associatedtype Action: Sendable
  /// The type of `body`; `Never` for a reducer that implements `reduce(into:action:)` itself.
  associatedtype Body

  /// Changes `state` for `action`, and returns the effects that follow.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one consists of, run in order.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// A reducer of the state and action of `R`: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// Never read: a reducer without a body implements `reduce(into:action:)`.
  public var body: Body {
    fatalError("\(Self.self) has no body. Call reduce(into:action:), or give it a body.")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs `body`.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}
