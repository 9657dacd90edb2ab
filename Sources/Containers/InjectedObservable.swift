// Injection of a screen's own instances.

/// One instance for the lifetime of a screen: made on first use, shared by copies of the screen, freed with the last of
/// them. Whatever the factory's scope, the screen asks it once.
@propertyWrapper
public struct InjectedObservable<Value: AnyObject> {
  private let instance: LazyInstance<Value>

  /// Takes the factory from the shared container; the instance is made on first use.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = LazyInstance(Container.shared[keyPath: keyPath])
  }

  /// The same for your own container type.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = LazyInstance(Own.shared[keyPath: keyPath])
  }

  /// The instance, the same at each use.
  public var wrappedValue: Value { instance.resolved() }
}

extension InjectedObservable: Sendable where Value: Sendable {}

/// The same wrapper as `InjectedObservable`, under another name.
public typealias InjectedObject<Value: AnyObject> = InjectedObservable<Value>
