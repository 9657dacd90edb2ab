// Composes reducers in a `body`, with `if`, `switch` and `for`.

/// Composes reducers that run one after the other; their effects run side by side.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First, next: Second
  ) -> ReducerPair<First, Second> {
    ReducerPair(first: accumulated, second: next)
  }

  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> ReducerList<R> {
    ReducerList(reducers: reducer.map { [$0] } ?? [])
  }

  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerList<R> {
    ReducerList(reducers: reducers)
  }

  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> {
    .first(first)
  }

  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> {
    .second(second)
  }

  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

/// Two reducers, one after the other. `ReducerBuilder` makes it.
public struct ReducerPair<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  let first: First
  let second: Second

  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    .merge(first.reduce(into: &state, action: action), second.reduce(into: &state, action: action))
  }
}

/// Any number of reducers of one type, one after the other. `ReducerBuilder` makes it.
public struct ReducerList<Element: Reducer>: Reducer {
  let reducers: [Element]

  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    .merge(reducers.map { $0.reduce(into: &state, action: action) })
  }
}

/// One of two reducers. `ReducerBuilder` makes it.
public enum EitherReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  case first(First)
  case second(Second)

  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}
