// Injection when the enclosing instance is made.

/// An instance of a factory, resolved when the enclosing instance is made.
///
/// If a test had to provide it and did not, the test fails at the first use, not at the injection; the failure names
/// the factory.
@propertyWrapper
public struct Injected<Value> {
  fileprivate enum Content {
    case value(Value)
    /// It was never provided: each use reports that.
    case unprovided
  }

  private var content: Content
  private let factory: Factory<Value>

  /// Resolves a factory of the shared `Container`.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    self.init(Container.shared[keyPath: keyPath])
  }

  /// Resolves a factory of your own container: `@Injected(\Own.service)`.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    self.init(Own.shared[keyPath: keyPath])
  }

  private init(_ factory: Factory<Value>) {
    self.factory = factory
    content = factory.isUnprovided ? .unprovided : .value(factory())
  }

  /// The instance, or the current task's override. Setting it replaces it only here.
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

  /// Asks the factory again, and keeps the result.
  @discardableResult
  public mutating func resolve() -> Value {
    let value = factory()
    content = .value(value)
    return value
  }
}

extension Injected: Sendable where Value: Sendable {}
extension Injected.Content: Sendable where Value: Sendable {}

/// The same wrapper as `Injected`, under another name.
public typealias Dependency<Value> = Injected<Value>
