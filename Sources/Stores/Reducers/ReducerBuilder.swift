// Composes reducers in a `body`, with `if`, `switch` and `for`.

/// Composes reducers that run one after the other; their effects run concurrently.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// A reducer.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// No reducer.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first reducer.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Adds a reducer after the previous ones.
  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First, next: Second
  ) -> ReducerPair<First, Second> {
    ReducerPair(first: accumulated, second: next)
  }

  /// The reducer of an `if`.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> ReducerList<R> {
    ReducerList(reducers: reducer.map { [$0] } ?? [])
  }

  /// The reducers of a loop.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerList<R> {
    ReducerList(reducers: reducers)
  }

  /// The first of two branches.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> {
    .first(first)
  }

  /// The second of two branches.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> {
    .second(second)
  }

  /// All of the reducers.
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

/// Two reducers, one after the other; made by `ReducerBuilder`.
public struct ReducerPair<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  let first: First
  let second: Second

  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    .merge(first.reduce(into: &state, action: action), second.reduce(into: &state, action: action))
  }
}

/// Any number of reducers of one type, one after the other; made by `ReducerBuilder`.
public struct ReducerList<Element: Reducer>: Reducer {
  let reducers: [Element]

  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    .merge(reducers.map { $0.reduce(into: &state, action: action) })
  }
}

/// One of two reducers; made by `ReducerBuilder`.
public enum EitherReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  /// The reducer of the first branch.
  case first(First)
  /// The reducer of the second branch.
  case second(Second)

  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}
