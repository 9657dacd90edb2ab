// What registering gives: more of it, for contexts.

/// What `register` gives, to register for contexts too. Each step takes effect at once.
///
/// ```swift
/// container.service.register { Live() }.onTest { Mock() }
/// ```
public struct Registration<Value>: Sendable {
  let factory: Factory<Value>

  /// Makes the instances by another closure in a context.
  @discardableResult
  public func context(
    _ context: FactoryContext, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Registration {
    factory.register(context, make)
  }

  /// Makes them by another closure when the program has this argument.
  @discardableResult
  public func onArgument(
    _ argument: String, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Registration {
    context(.argument(argument), make)
  }

  /// Makes them by another closure in previews.
  @discardableResult
  public func onPreview(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Registration {
    context(.preview, make)
  }

  /// Makes them by another closure in tests.
  @discardableResult
  public func onTest(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Registration {
    context(.test, make)
  }

  /// Makes them by another closure in debug builds.
  @discardableResult
  public func onDebug(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Registration {
    context(.debug, make)
  }
}
