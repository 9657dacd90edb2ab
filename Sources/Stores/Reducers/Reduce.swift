// Basic reducers: a closure, and an empty one.

/// A reducer made of a closure.
public struct Reduce<State, Action: Sendable>: Reducer {
  private let closure: (inout State, Action) -> Effect<Action>

  /// Makes a reducer that runs `reduce`.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    closure = reduce
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { closure(&state, action) }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action: Sendable>: Reducer {
  /// Makes a reducer that does nothing.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
