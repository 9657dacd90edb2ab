// Injection when the surrounding instance is made.

/// What a factory gives, resolved when the surrounding instance is made.
///
/// In a test that was to provide it and didn't, the test fails by name at the first use, not at the injection.
@propertyWrapper
public struct Injected<Value> {
  fileprivate enum Content {
    case value(Value)
    /// It was never provided: each use says so.
    case unprovided
  }

  private var content: Content
  private let factory: Factory<Value>

  /// Resolves a factory of the shared `Container`.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    self.init(Container.shared[keyPath: keyPath])
  }

  /// Resolves a factory of a container of one's own: `@Injected(\Own.service)`.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    self.init(Own.shared[keyPath: keyPath])
  }

  private init(_ factory: Factory<Value>) {
    self.factory = factory
    content = factory.isUnprovided ? .unprovided : .value(factory())
  }

  /// The instance, or the override that a composition gives. Setting it replaces it here alone.
  public var wrappedValue: Value {
    get {
      if let override = factory.override { return override }
      return switch content {
      case .value(let value): value
      case .unprovided: factory()
      }
    }
    set { content = .value(newValue) }
  }

  /// The wrapper itself, for `$service.resolve()`.
  public var projectedValue: Injected {
    get { self }
    set { self = newValue }
  }

  /// Asks the factory again, and keeps what it gives.
  @discardableResult
  public mutating func resolve() -> Value {
    let value = factory()
    content = .value(value)
    return value
  }
}

extension Injected: Sendable where Value: Sendable {}
extension Injected.Content: Sendable where Value: Sendable {}

/// What a factory gives: the same wrapper as `Injected`.
public typealias Dependency<Value> = Injected<Value>
