// Gives a reducer, and what follows from it, another instance than its container does.
public import Containers

extension Reducer {
  /// Runs this reducer and its effects with `value` in place of what a factory of the shared container gives them:
  ///
  /// ```swift
  /// Onboarding().dependency(\.database, .sample)
  /// ```
  ///
  /// It holds for injected properties and for factories that are called while the reducer or one of its effects runs,
  /// not for what was made of the factory's instance before.
  public func dependency<Value: Sendable>(
    _ factory: KeyPath<Container, Factory<Value>>, _ value: Value
  ) -> WithDependency<Self, Value> {
    dependency(factory) { value }
  }

  /// The same with the value that `value` gives at each action.
  public func dependency<Value: Sendable>(
    _ factory: KeyPath<Container, Factory<Value>>, _ value: @escaping () -> Value
  ) -> WithDependency<Self, Value> {
    WithDependency(base: self, factory: Container.shared[keyPath: factory], value: value)
  }

  /// The same for a factory of a container of one's own: `.dependency(\Own.service, …)`.
  public func dependency<Own: SharedContainer, Value: Sendable>(
    _ factory: KeyPath<Own, Factory<Value>>, _ value: Value
  ) -> WithDependency<Self, Value> {
    WithDependency(base: self, factory: Own.shared[keyPath: factory]) { value }
  }
}

/// A reducer that is given another instance. `dependency` makes it.
public struct WithDependency<Base: Reducer, Value: Sendable>: Reducer {
  let base: Base
  let factory: Factory<Value>
  let value: () -> Value

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let value = value()
    return factory.withValue(value) { base.reduce(into: &state, action: action) }.with(factory, value)
  }
}

extension Effect {
  /// The effect, its work run with another value of a factory.
  fileprivate func with<Value: Sendable>(_ factory: Factory<Value>, _ value: Value) -> Self {
    Self(
      operation.replacing { operation in
        if case .run(let work) = operation { .run(work.with(factory, value)) } else { nil }
      })
  }
}

extension EffectWork {
  fileprivate func with<Value: Sendable>(_ factory: Factory<Value>, _ value: Value) -> Self {
    let operation = operation
    var newHandler = handler
    if let handler {
      newHandler = { @MainActor error, send in await factory.withValue(value) { await handler(error, send) } }
    }
    return Self(
      isLongLived: isLongLived, priority: priority,
      operation: { @MainActor send in try await factory.withValue(value) { try await operation(send) } },
      handler: newHandler, place: place, isOfMainActor: isOfMainActor)
  }
}
