// `@Bindable var store`: makes bindings to values that are read through a store.
public import Observing

/// Makes bindings to the values of a store's state: `$store.text`, `$store.count.sending(\.stepperChanged)`.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  /// The store.
  public var wrappedValue: Value

  /// Wraps a store.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Wraps a store.
  public init(_ value: Value) { wrappedValue = value }

  /// The wrapper itself, which makes bindings.
  public var projectedValue: Self { self }

  /// A binding to a value of the state: writing it sends `.binding(.set(…))`.
  @MainActor
  public subscript<State, Action, Member: Equatable & Sendable>(
    dynamicMember path: any WritableKeyPath<State, Member> & Sendable
  ) -> Binding<Member> where Value == Store<State, Action>, Action: BindableAction, Action.State == State {
    let store = wrappedValue
    return Binding(
      get: { store[dynamicMember: path as KeyPath<State, Member>] },
      set: { store.send(.binding(.set(path, $0))) })
  }

  /// A value of the state, which `sending` turns into a binding.
  @_disfavoredOverload
  @MainActor
  public subscript<State, Action, Member: Equatable>(
    dynamicMember path: KeyPath<State, Member>
  ) -> StoreValue<State, Action, Member> where Value == Store<State, Action> {
    StoreValue(store: wrappedValue, path: path)
  }
}

/// A value of a store's state, without an action for its writes yet.
@MainActor
@dynamicMemberLookup
public struct StoreValue<State, Action: Sendable, Value: Equatable> {
  let store: Store<State, Action>
  let path: KeyPath<State, Value>

  /// A part of the value.
  public subscript<Member: Equatable>(dynamicMember path: KeyPath<Value, Member>) -> StoreValue<State, Action, Member> {
    StoreValue<State, Action, Member>(store: store, path: self.path.appending(path: path))
  }

  /// A binding whose writes send the action of the case `action` with the new value.
  public func sending(_ action: CaseKeyPath<Action, Value>) -> Binding<Value> where Action: CasePathable {
    let store = store
    let path = path
    return Binding(
      get: { store[dynamicMember: path] },
      set: { store.send(Action.allCasePaths[keyPath: action].embed($0)) })
  }

  /// A binding whose writes send the action of the case `action`, which has no value: for a toggle.
  @_disfavoredOverload
  public func sending(_ action: CaseKeyPath<Action, Void>) -> Binding<Value> where Action: CasePathable {
    let store = store
    let path = path
    return Binding(
      get: { store[dynamicMember: path] },
      set: { _ in store.send(Action.allCasePaths[keyPath: action].embed(())) })
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A writable value of the state: writing it sends `.binding(.set(…))`.
  public subscript<Value: Equatable & Sendable>(dynamicMember path: any WritableKeyPath<State, Value> & Sendable)
    -> Value
  {
    get { self[dynamicMember: path as KeyPath<State, Value>] }
    set { send(.binding(.set(path, newValue))) }
  }
}
