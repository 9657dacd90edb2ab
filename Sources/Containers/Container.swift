// Containers, whose extensions declare factories.

/// A container of factories, which extensions declare:
///
/// ```swift
/// extension Container {
///   var service: Factory<any Service> { self { LiveService() } }
/// }
/// let service = Container.shared.service()
/// ```
public final class Container: SharedContainer {
  /// The registrations and kept instances.
  public let registry = Registry()

  /// Makes a container separate from the shared one.
  public init() {}
}

/// A container type. Your own is a final class with `let registry = Registry()` and an `init()`.
public protocol SharedContainer: AnyObject, Sendable {
  /// Makes a container without registrations.
  init()
  /// The state of the container.
  var registry: Registry { get }
}

/// A container that registers factories before its first use, and again after a reset.
public protocol AutoRegistering: SharedContainer {
  /// Makes the registrations. Called once, before the first resolution or registration.
  func autoRegister()
}

extension SharedContainer {
  /// The container of this type in the current composition.
  public static var shared: Self { Composition.current.container(Self.self) }

  /// Declares a factory. The closure has the isolation of the declaration: a factory declared `@MainActor` makes its
  /// instances there. It may name other factories of the container without `self`; the container does not keep it.
  public func callAsFunction<Value>(
    name: String = #function,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory<Value> {
    Factory(Recipe(container: self, name: name, maker: Maker(make)))
  }

  /// Declares a factory whose instances are made with a parameter. If instances are reused, each parameter has its own.
  public func callAsFunction<Parameter: Hashable & Sendable, Value>(
    name: String = #function,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory<Parameter, Value> {
    ParameterFactory(Recipe(container: self, name: name, maker: Maker(make)))
  }

  /// Declares a factory of something that is registered elsewhere. If it is not registered, resolving it returns nil;
  /// with `isPromiseStrict` it traps.
  public func promised<Value>(name: String = #function) -> Factory<Value?> {
    Factory(
      Recipe(
        container: self, name: name,
        maker: Maker { [registry] () -> Value? in
          if registry.isPromiseStrict { fatalError(Self.brokenPromise(name, Value.self)) }
          return nil
        }))
  }

  /// Declares a factory of something that is registered elsewhere. If it is not registered, resolving it traps.
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

  /// Whether resolving an unregistered promised optional traps. False by default.
  public var isPromiseStrict: Bool {
    get { registry.isPromiseStrict }
    set { registry.isPromiseStrict = newValue }
  }

  /// Removes registrations and instances, but not singletons.
  public func reset(_ options: ResetOptions = .all) { registry.reset(options) }

  /// Removes the instances of one scope; for `singleton` those of the whole composition.
  public func reset(scope: Scope) { registry.reset(scope: scope) }

  /// Saves the current registrations and instances.
  public func push() { registry.push() }

  /// Restores the state of the last `push`; does nothing if there was none.
  public func pop() { registry.pop() }
}
