// What a feature does: how an action changes its state, and which effects follow.

/// How an action changes a feature's state, and which effects follow.
///
/// A feature is a structure marked `@Reducer` that has a `State`, an `Action` and either a `body` composed of other
/// reducers, or `reduce(into:action:)`. Reducers are values without isolation; stores run them on the main actor.
public protocol Reducer<State, Action> {
  /// What the feature knows: a value.
  associatedtype State
  /// What can happen in the feature.
  associatedtype Action: Sendable
  /// The type of `body`; `Never` for a reducer that has `reduce(into:action:)` of its own.
  associatedtype Body

  /// Changes `state` by `action`, and returns what follows.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers of which this one is composed, run from the first to the last.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// A reducer of the state and action of `R`: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// Never read: a reducer without a body has `reduce(into:action:)`.
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
