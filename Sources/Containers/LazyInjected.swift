// Injection at the first use, at each use, and without holding.

/// What a factory gives, resolved at the first use. Copies share it.
@propertyWrapper
public struct LazyInjected<Value> {
  private let instance: LazyInstance<Value>

  /// Takes the factory from the shared container; the instance is made at the first use.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = LazyInstance(Container.shared[keyPath: keyPath])
  }

  /// The same from a container of one's own kind.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = LazyInstance(Own.shared[keyPath: keyPath])
  }

  /// The instance, which the first use makes. Setting it replaces it here alone.
  public var wrappedValue: Value {
    get { instance.resolved() }
    nonmutating set { instance.set(newValue) }
  }

  /// The wrapper itself, for `$service.resolve()` and `$service.resolvedOrNil()`.
  public var projectedValue: LazyInjected { self }

  /// Asks the factory again, and keeps what it gives.
  @discardableResult
  public func resolve() -> Value { instance.resolveAgain() }

  /// The instance if it has been made; makes none.
  public func resolvedOrNil() -> Value? { instance.known }
}

extension LazyInjected: Sendable where Value: Sendable {}

/// What a factory makes, resolved at the first use and held only by others: `nil` once they let go of it. It must be an
/// object; its type may be a protocol, `any Service`.
@propertyWrapper
public struct WeakLazyInjected<Value> {
  private let instance: WeakLazyInstance<Value>

  /// Takes the factory from the shared container; the instance is made at the first use, and not kept here.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = WeakLazyInstance(Container.shared[keyPath: keyPath])
  }

  /// The same from a container of one's own kind.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = WeakLazyInstance(Own.shared[keyPath: keyPath])
  }

  /// The instance, which the first use makes; `nil` once nothing keeps it any more.
  public var wrappedValue: Value? { instance.resolved() }

  /// The wrapper itself, for `$service.resolve()` and `$service.resolvedOrNil()`.
  public var projectedValue: WeakLazyInjected { self }

  /// Asks the factory again. The caller holds what it gives.
  @discardableResult
  public func resolve() -> Value { instance.resolveAgain() }

  /// The instance if it has been made and is held; makes none.
  public func resolvedOrNil() -> Value? { instance.known }
}

extension WeakLazyInjected: Sendable where Value: Sendable {}

/// What a factory gives, resolved at each use.
@propertyWrapper
public struct DynamicInjected<Value>: Sendable {
  private let factory: Factory<Value>

  /// Takes the factory from the shared container.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    factory = Container.shared[keyPath: keyPath]
  }

  /// The same from a container of one's own kind.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    factory = Own.shared[keyPath: keyPath]
  }

  /// What the factory gives now: it is asked at each use.
  public var wrappedValue: Value { factory() }

  /// The factory.
  public var projectedValue: Factory<Value> { factory }
}
