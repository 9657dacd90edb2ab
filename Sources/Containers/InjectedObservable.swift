// Injection of what a screen owns.

/// One instance for the life of a screen: made when the screen first uses it, shared by copies of the screen, released
/// with the last of them. Whatever the factory's scope, the screen asks it once.
@propertyWrapper
public struct InjectedObservable<Value: AnyObject> {
  private let instance: LazyInstance<Value>

  /// Takes the factory from the shared container; the instance is made at the first use.
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = LazyInstance(Container.shared[keyPath: keyPath])
  }

  /// The same from a container of one's own kind.
  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = LazyInstance(Own.shared[keyPath: keyPath])
  }

  /// The instance: the same at each use.
  public var wrappedValue: Value { instance.resolved() }
}

extension InjectedObservable: Sendable where Value: Sendable {}

/// One instance for the life of a screen: the same wrapper as `InjectedObservable`.
public typealias InjectedObject<Value: AnyObject> = InjectedObservable<Value>
