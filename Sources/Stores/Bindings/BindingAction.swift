// The action of a field that writes directly into a feature's state.

/// The action of writing a value of the state `Root` through a binding.
public struct BindingAction<Root>: Sendable {
  /// The key path of the written value.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  private let value: any Equatable & Sendable
  private let write: @Sendable (inout Root) -> Void

  /// The action of setting the value at `keyPath` to `value`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    BindingAction(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }

  /// Writes the value; called by `BindingReducer`.
  func apply(to state: inout Root) { write(&state) }

  /// Matches the binding of a key path: `case .binding(\.text)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath == (action.keyPath as PartialKeyPath<Root>)
  }
}

extension BindingAction: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.value as? Value }
    return (left.keyPath as PartialKeyPath<Root>) == (right.keyPath as PartialKeyPath<Root>) && isEqual(left.value)
  }
}

extension BindingAction: CustomStringConvertible {
  public var description: String { "set(\(keyPath), \(value))" }
}

/// The action of a feature whose state is written through bindings.
///
/// Add a case `binding(BindingAction<State>)` and a `BindingReducer` to the body. `@CasePathable`, which `@Reducer`
/// adds, writes `bindingAction`; by hand:
///
/// ```swift
/// var bindingAction: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
/// ```
public protocol BindableAction {
  /// The state of the feature.
  associatedtype State
  /// The action of writing a value of the state through a binding.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The value of the case `binding`; nil for other cases.
  var bindingAction: BindingAction<State>? { get }
}

/// Writes the values of bindings into the state. Reducers below it in a body see the new state.
public struct BindingReducer<State, Action: BindableAction & Sendable>: Reducer where Action.State == State {
  /// Makes the reducer.
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.bindingAction?.apply(to: &state)
    return .none
  }
}
