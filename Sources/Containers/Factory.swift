// What a container's properties give: a factory, called to resolve.

/// Makes or gives out one kind of instance. Declared in a container, and called to resolve.
///
/// A declaration says scope and contexts by modifiers, `self { Service() }.cached.onTest { Mock() }`. What is decided
/// elsewhere is registered: `container.service.register { Mock() }`.
public struct Factory<Value>: Sendable {
  private var recipe: Recipe<NoParameter, Value>

  init(_ recipe: Recipe<NoParameter, Value>) { self.recipe = recipe }

  /// An instance. Traps when it is made on an actor, and this is called elsewhere.
  public func callAsFunction() -> Value { recipe.resolve(NoParameter()) }

  /// An instance. Traps when it is made on an actor, and this is called elsewhere.
  public func resolve() -> Value { recipe.resolve(NoParameter()) }

  /// An instance, made on its own actor.
  public func resolve() async -> Value where Value: Sendable {
    guard let actor = recipe.isolation else { return recipe.resolve(NoParameter()) }
    return await recipe.resolve(NoParameter(), on: actor)
  }

  /// Whether something is registered for this, in whatever context.
  public var isRegistered: Bool { recipe.isRegistered }

  /// What stands in for the instances in the present task.
  var override: Value? { recipe.override }

  func overrides(_ value: Value) -> FactoryOverrides where Value: Sendable {
    .setting(value, recipe.key, of: recipe.container)
  }

  /// Whether a test is to provide this and hasn't.
  var isUnprovided: Bool { recipe.isUnprovided }

  /// Runs `body` while no other thread does so for the same owner.
  func alone<Result>(for owner: AnyObject, _ body: () -> Result) -> Result { recipe.alone(for: owner, body) }

  private func with(_ change: (inout Recipe<NoParameter, Value>) -> Void) -> Factory {
    var result = self
    change(&result.recipe)
    return result
  }
}

// MARK: Modifiers of a declaration

extension Factory {
  /// This declaration, with another scope.
  public func scope(_ scope: Scope) -> Factory { with { $0.scope = scope } }

  /// Made again at each resolution.
  public var unique: Factory { scope(.unique) }
  /// Kept by the container until it is reset.
  public var cached: Factory { scope(.cached) }
  /// Given out again for as long as it is held.
  public var shared: Factory { scope(.shared) }
  /// Kept by the composition.
  public var singleton: Factory { scope(.singleton) }
  /// Given out again within one resolution.
  public var graph: Factory { scope(.graph) }

  /// This declaration, made by another closure in a context, unless something is registered.
  public func context(
    _ context: FactoryContext, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    with { $0.contexts[context] = Maker(make) }
  }

  /// Made by another closure when the program has this argument.
  public func onArgument(
    _ argument: String, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    context(.argument(argument), make)
  }

  /// Made by another closure in previews.
  public func onPreview(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    context(.preview, make)
  }

  /// Made by another closure in tests.
  public func onTest(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Factory {
    context(.test, make)
  }

  /// Made by another closure in debug builds.
  public func onDebug(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Factory {
    context(.debug, make)
  }

  /// This declaration, for something that each test must provide which uses it. A test that doesn't gets an issue that
  /// names the factory, and what `placeholder` makes to go on with.
  public func providedByTests(
    @_inheritActorContext placeholder: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    with { $0.placeholder = Maker(placeholder) }
  }
}

// MARK: Registering

extension Factory {
  /// Makes the instances by another closure from now on, in the composition of this container; what was made before is
  /// forgotten. The closure is isolated as its surroundings are: on the main actor, it makes its instances there.
  ///
  /// Register for a context, or go on: `factory.register { Live() }.onTest { Mock() }`.
  @discardableResult
  public func register(
    _ context: FactoryContext? = nil,
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Registration<Value> {
    recipe.register(Maker(make), context: context)
    return Registration(factory: self)
  }

  /// Gives out this value from now on, on any actor.
  @discardableResult
  public func register(_ context: FactoryContext? = nil, value: Value) -> Registration<Value> where Value: Sendable {
    recipe.register(Maker { value }, context: context)
    return Registration(factory: self)
  }

  /// Forgets what was registered for this factory, and what it made.
  public func reset(_ options: ResetOptions = .all) { recipe.reset(options) }
}
