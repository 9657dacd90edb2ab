// A factory whose instances are made with a parameter.

/// Makes or gives out instances made with a parameter. Where instances are given out again, each parameter has its own.
public struct ParameterFactory<Parameter: Hashable & Sendable, Value>: Sendable {
  private var recipe: Recipe<Parameter, Value>

  init(_ recipe: Recipe<Parameter, Value>) { self.recipe = recipe }

  /// An instance. Traps when it is made on an actor, and this is called elsewhere.
  public func callAsFunction(_ parameter: Parameter) -> Value { recipe.resolve(parameter) }

  /// An instance. Traps when it is made on an actor, and this is called elsewhere.
  public func resolve(_ parameter: Parameter) -> Value { recipe.resolve(parameter) }

  /// An instance, made on its own actor.
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

  /// Made again at each resolution.
  public var unique: ParameterFactory { scope(.unique) }
  /// Kept by the container until it is reset.
  public var cached: ParameterFactory { scope(.cached) }
  /// Given out again for as long as it is held.
  public var shared: ParameterFactory { scope(.shared) }
  /// Kept by the composition.
  public var singleton: ParameterFactory { scope(.singleton) }
  /// Given out again within one resolution.
  public var graph: ParameterFactory { scope(.graph) }

  /// This declaration, made by another closure in a context, unless something is registered.
  public func context(
    _ context: FactoryContext,
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    var result = self
    result.recipe.contexts[context] = Maker(make)
    return result
  }

  /// Made by another closure when the program has this argument.
  public func onArgument(
    _ argument: String, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.argument(argument), make)
  }

  /// Made by another closure in previews.
  public func onPreview(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.preview, make)
  }

  /// Made by another closure in tests.
  public func onTest(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.test, make)
  }

  /// Made by another closure in debug builds.
  public func onDebug(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) -> ParameterFactory {
    context(.debug, make)
  }

  /// Makes the instances by another closure from now on; what was made before is forgotten.
  public func register(
    _ context: FactoryContext? = nil,
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (Parameter) -> Value
  ) {
    recipe.register(Maker(make), context: context)
  }

  /// Forgets what was registered for this factory, and what it made.
  public func reset(_ options: ResetOptions = .all) { recipe.reset(options) }
}
