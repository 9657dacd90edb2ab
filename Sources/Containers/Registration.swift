// The result of registering, for further registrations in contexts.

/// The result of `register`, to register for contexts as well. Each step takes effect at once.
///
/// ```swift
/// container.service.register { Live() }.onTest { Mock() }
/// ```
public struct Registration<Value>: Sendable {
  let factory: Factory<Value>

  /// Makes instances with another closure in a context.
  @discardableResult
  public func context(
    _ context: FactoryContext, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Registration {
    factory.register(context, make)
  }

  /// Makes instances with another closure if the program has this argument.
  @discardableResult
  public func onArgument(
    _ argument: String, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Registration {
    context(.argument(argument), make)
  }

  /// Makes instances with another closure in previews.
  @discardableResult
  public func onPreview(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Registration {
    context(.preview, make)
  }

  /// Makes instances with another closure in tests.
  @discardableResult
  public func onTest(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Registration {
    context(.test, make)
  }

  /// Makes instances with another closure in debug builds.
  @discardableResult
  public func onDebug(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Registration {
    context(.debug, make)
  }
}
