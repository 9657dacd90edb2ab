// Replaces a container's instance for a reducer and its effects.
public import Containers

extension Reducer {
  /// Runs this reducer and its effects with `value` instead of the instance of a factory of the shared container:
  ///
  /// ```swift
  /// Onboarding().dependency(\.database, .sample)
  /// ```
  ///
  /// It applies to injected properties and to factories called while the reducer or one of its effects runs, not to
  /// objects made earlier from the factory's instance.
  public func dependency<Value: Sendable>(
    _ factory: KeyPath<Container, Factory<Value>>, _ value: Value
  ) -> WithDependency<Self, Value> {
    dependency(factory) { value }
  }

  /// The same, with `value` called for each action.
  public func dependency<Value: Sendable>(
    _ factory: KeyPath<Container, Factory<Value>>, _ value: @escaping () -> Value
  ) -> WithDependency<Self, Value> {
    WithDependency(base: self, factory: Container.shared[keyPath: factory], value: value)
  }

  /// The same for a factory of your own container: `.dependency(\Own.service, …)`.
  public func dependency<Own: SharedContainer, Value: Sendable>(
    _ factory: KeyPath<Own, Factory<Value>>, _ value: Value
  ) -> WithDependency<Self, Value> {
    WithDependency(base: self, factory: Own.shared[keyPath: factory]) { value }
  }
}

/// A reducer with a replaced instance; made by `dependency`.
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
  /// The effect, with its work run with another value of a factory.
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
