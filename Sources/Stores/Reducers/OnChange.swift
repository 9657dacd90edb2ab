// Runs another reducer when a value of the state has changed.

extension Reducer {
  /// Runs this reducer, and if it has changed `value`, the reducer that `reducer` makes from the old and the new value.
  public func onChange<Value: Equatable, Further: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ old: Value, _ new: Value) -> Further
  ) -> OnChange<Self, Value, Further> {
    OnChange(base: self, value: value, further: reducer)
  }
}

/// A reducer together with one for changes of a value; made by `onChange`.
public struct OnChange<Base: Reducer, Value: Equatable, Further: Reducer<Base.State, Base.Action>>: Reducer {
  let base: Base
  let value: (Base.State) -> Value
  let further: (_ old: Value, _ new: Value) -> Further

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let old = value(state)
    let effect = base.reduce(into: &state, action: action)
    let new = value(state)
    guard old != new else { return effect }
    return .merge(effect, further(old, new).reduce(into: &state, action: action))
  }
}
