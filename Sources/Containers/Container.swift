// Containers: where factories are declared, by extension.

/// A place where factories are declared, by extension:
///
/// ```swift
/// extension Container {
///   var service: Factory<any Service> { self { LiveService() } }
/// }
/// let service = Container.shared.service()
/// ```
public final class Container: SharedContainer {
  /// What is registered here, and the instances that are kept.
  public let registry = Registry()

  /// A container of one's own, apart from the shared one.
  public init() {}
}

/// A container type. One's own is a final class with `let registry = Registry()` and an `init()`.
public protocol SharedContainer: AnyObject, Sendable {
  /// Makes a container without registrations.
  init()
  /// What the container keeps.
  var registry: Registry { get }
}

/// A container that registers something before its first use, and again after a reset.
public protocol AutoRegistering: SharedContainer {
  /// Registers. Called once, before the first resolution or registration.
  func autoRegister()
}

extension SharedContainer {
  /// The container of this type in the present composition.
  public static var shared: Self { Composition.current.container(Self.self) }

  /// Declares a factory. The closure is isolated as the declaration is: a factory declared `@MainActor` makes its
  /// instances there. It may name other factories of the container without `self`: it is not kept by the container.
  public func callAsFunction<Value>(
    name: String = #function,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory<Value> {
    Factory(Recipe(container: self, name: name, maker: Maker(make)))
  }

  /// Declares a factory whose instances are made with a parameter. Where instances are given out again, each parameter
  /// has its own.
  public func callAsFunction<Parameter: Hashable & Sendable, Value>(
    name: String = #function,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory<Parameter, Value> {
    ParameterFactory(Recipe(container: self, name: name, maker: Maker(make)))
  }

  /// Declares a factory of something that is registered elsewhere. Resolving it unregistered gives `nil`; where
  /// promises are strict it is a programmer's error.
  public func promised<Value>(name: String = #function) -> Factory<Value?> {
    Factory(
      Recipe(
        container: self, name: name,
        maker: Maker { [registry] () -> Value? in
          if registry.isPromiseStrict { fatalError(Self.brokenPromise(name, Value.self)) }
          return nil
        }))
  }

  /// Declares a factory of something that is registered elsewhere. Resolving it unregistered is a programmer's error.
  @_disfavoredOverload
  public func promised<Value>(name: String = #function) -> Factory<Value> {
    Factory(
      Recipe(
        container: self, name: name,
        maker: Maker { () -> Value in fatalError(Self.brokenPromise(name, Value.self)) }))
  }

  private static func brokenPromise(_ name: String, _ type: Any.Type) -> String {
    """
    \(Self.self).\(name) promises \(type), and nothing is registered for it. Register it before its first use: \
    \(Self.self).shared.\(name).register { … }.
    """
  }

  /// Whether resolving a promised, unregistered optional is a programmer's error. At first it isn't.
  public var isPromiseStrict: Bool {
    get { registry.isPromiseStrict }
    set { registry.isPromiseStrict = newValue }
  }

  /// Forgets registrations and instances. Singletons stay.
  public func reset(_ options: ResetOptions = .all) { registry.reset(options) }

  /// Forgets the instances of one scope; for `singleton` those of the whole composition.
  public func reset(scope: Scope) { registry.reset(scope: scope) }

  /// Remembers registrations and instances as they are.
  public func push() { registry.push() }

  /// Goes back to what the last `push` remembered; does nothing when there was none.
  public func pop() { registry.pop() }
}
