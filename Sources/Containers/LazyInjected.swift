// Injection at the first use, at each use, and without holding.

/// What a factory gives, resolved at the first use. Copies share it.
@propertyWrapper
public struct LazyInjected<Value> {
  private let instance: LazyInstance<Value>

  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = LazyInstance(Container.shared[keyPath: keyPath])
  }

  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = LazyInstance(Own.shared[keyPath: keyPath])
  }

  public var wrappedValue: Value {
    get { instance.resolved() }
    nonmutating set { instance.set(newValue) }
  }
}

extension LazyInjected: Sendable where Value: Sendable {}

/// What a factory gives, resolved at the first use and held only by others: `nil` once they let go of it.
@propertyWrapper
public struct WeakLazyInjected<Value: AnyObject> {
  private let instance: WeakLazyInstance<Value>

  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = WeakLazyInstance(Container.shared[keyPath: keyPath])
  }

  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = WeakLazyInstance(Own.shared[keyPath: keyPath])
  }

  public var wrappedValue: Value? { instance.resolved() }
}

extension WeakLazyInjected: Sendable where Value: Sendable {}

/// What a factory gives, resolved at each use.
@propertyWrapper
public struct DynamicInjected<Value>: Sendable {
  private let factory: Factory<Value>

  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    factory = Container.shared[keyPath: keyPath]
  }

  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    factory = Own.shared[keyPath: keyPath]
  }

  public var wrappedValue: Value { factory() }
}
