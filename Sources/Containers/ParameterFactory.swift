// A factory whose instances are made with a parameter.

/// Makes or reuses instances made with a parameter. If instances are reused, each parameter has its own.
public struct ParameterFactory<Parameter: Hashable & Sendable, Value>: Sendable {
  private var recipe: Recipe<Parameter, Value>

  init(_ recipe: Recipe<Parameter, Value>) { self.recipe = recipe }

  /// Returns an instance. Traps if the closure is isolated to an actor and this is called elsewhere.
  public func callAsFunction(_ parameter: Parameter) -> Value { recipe.resolve(parameter) }

  /// Returns an instance. Traps if the closure is isolated to an actor and this is called elsewhere.
  public func resolve(_ parameter: Parameter) -> Value { recipe.resolve(parameter) }

  /// Returns an instance, made on its own actor.
  public func resolve(_ parameter: Parameter) async -> Value where Value: Sendable {
    guard let actor = recipe.isolation else { return recipe.resolve(parameter) }
    return await recipe.resolve(parameter, on: actor)
  }

  /// This declaration, with another scope.
  public func scope(_ scope: Scope) -> ParameterFactory {
    var result = self
    result.recipe.scope = scope
    return result
  }

  /// Makes an instance for each resolution.
  public var unique: ParameterFactory { scope(.unique) }
  /// The container keeps the instance until it is reset.
  public var cached: ParameterFactory { scope(.cached) }
  /// The instance is reused as long as something holds it.
  public var shared: ParameterFactory { scope(.shared) }
  /// The composition keeps the instance.
  public var singleton: ParameterFactory { scope(.singleton) }
  /// The instance is reused within one resolution.
  public var graph: ParameterFactory { scope(.graph) }

  /// This declaration, with another closure in a context, unless something is registered.
  public func context(
    _ context: FactoryContext,
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    var result = self
    result.recipe.contexts[context] = Maker(make)
    return result
  }

  /// This declaration, with another closure if the program has this argument.
  public func onArgument(
    _ argument: String, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.argument(argument), make)
  }

  /// This declaration, with another closure in previews.
  public func onPreview(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.preview, make)
  }

  /// This declaration, with another closure in tests.
  public func onTest(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.test, make)
  }

  /// This declaration, with another closure in debug builds.
  public func onDebug(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.debug, make)
  }

  /// Makes instances with another closure from now on, and removes earlier instances.
  public func register(
    _ context: FactoryContext? = nil,
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) {
    recipe.register(Maker(make), context: context)
  }

  /// Removes this factory's registrations and instances.
  public func reset(_ options: ResetOptions = .all) { recipe.reset(options) }
}
