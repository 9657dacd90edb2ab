// Injection of what a screen owns.

/// One instance for the life of a screen: made when the screen first uses it, shared by copies of the screen, released
/// with the last of them. Whatever the factory's scope, the screen asks it once.
@propertyWrapper
public struct InjectedObservable<Value: AnyObject> {
  private let instance: LazyInstance<Value>

  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {
    instance = LazyInstance(Container.shared[keyPath: keyPath])
  }

  public init<Own: SharedContainer>(_ keyPath: KeyPath<Own, Factory<Value>>) {
    instance = LazyInstance(Own.shared[keyPath: keyPath])
  }

  public var wrappedValue: Value { instance.resolved() }
}

extension InjectedObservable: Sendable where Value: Sendable {}

/// One instance for the life of a screen: the same wrapper as `InjectedObservable`.
public typealias InjectedObject<Value: AnyObject> = InjectedObservable<Value>
