// Injection on first use, at each use, and with weak references.

/// An instance of a factory, resolved on first use. Copies share it.
@propertyWrapper
public struct LazyInjected<Value> {
  private let instance: LazyInstance<Value>

  /// Takes the factory from the shared container; the instance is made on first use.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = LazyInstance(Container.shared[keyPath: keyPath])
  }

  /// The same for your own container type.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = LazyInstance(Own.shared[keyPath: keyPath])
  }

  /// The instance, made on first use. Setting it replaces it only here.
  public var wrappedValue: Value {
    get { instance.resolved() }
    nonmutating set { instance.set(newValue) }
  }

  /// The wrapper itself, for `$service.resolve()` and `$service.resolvedOrNil()`.
  public var projectedValue: LazyInjected { self }

  /// Asks the factory again, and keeps the result.
  @discardableResult
  public func resolve() -> Value { instance.resolveAgain() }

  /// The instance if it has been made; does not make one.
  public func resolvedOrNil() -> Value? { instance.known }
}

extension LazyInjected: Sendable where Value: Sendable {}

/// An instance of a factory, resolved on first use and held weakly: nil once nothing else holds it. It must be an
/// object; its type may be a protocol, `any Service`.
@propertyWrapper
public struct WeakLazyInjected<Value> {
  private let instance: WeakLazyInstance<Value>

  /// Takes the factory from the shared container; the instance is made on first use, and held weakly.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = WeakLazyInstance(Container.shared[keyPath: keyPath])
  }

  /// The same for your own container type.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = WeakLazyInstance(Own.shared[keyPath: keyPath])
  }

  /// The instance, made on first use; nil once nothing else holds it.
  public var wrappedValue: Value? { instance.resolved() }

  /// The wrapper itself, for `$service.resolve()` and `$service.resolvedOrNil()`.
  public var projectedValue: WeakLazyInjected { self }

  /// Asks the factory again. The caller must hold the result.
  @discardableResult
  public func resolve() -> Value { instance.resolveAgain() }

  /// The instance if it has been made and is held; does not make one.
  public func resolvedOrNil() -> Value? { instance.known }
}

extension WeakLazyInjected: Sendable where Value: Sendable {}

/// An instance of a factory, resolved at each use.
@propertyWrapper
public struct DynamicInjected<Value>: Sendable {
  private let factory: Factory<Value>

  /// Takes the factory from the shared container.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    factory = Container.shared[keyPath: keyPath]
  }

  /// The same for your own container type.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    factory = Own.shared[keyPath: keyPath]
  }

  /// The factory's current instance; each use asks the factory.
  public var wrappedValue: Value { factory() }

  /// The factory.
  public var projectedValue: Factory<Value> { factory }
}
