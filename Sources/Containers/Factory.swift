// The type of a container's properties: a factory, called to resolve an instance.

/// Makes or reuses instances of one kind. Declared in a container, and called to resolve one.
///
/// A declaration sets scope and contexts with modifiers, `self { Service() }.cached.onTest { Mock() }`. Other code can
/// register a replacement: `container.service.register { Mock() }`.
public struct Factory<Value>: Sendable {
  private var recipe: Recipe<NoParameter, Value>

  init(_ recipe: Recipe<NoParameter, Value>) { self.recipe = recipe }

  /// Returns an instance. Traps if the closure is isolated to an actor and this is called elsewhere.
  public func callAsFunction() -> Value { recipe.resolve(NoParameter()) }

  /// Returns an instance. Traps if the closure is isolated to an actor and this is called elsewhere.
  public func resolve() -> Value { recipe.resolve(NoParameter()) }

  /// Returns an instance, made on its own actor.
  public func resolve() async -> Value where Value: Sendable {
    guard let actor = recipe.isolation else { return recipe.resolve(NoParameter()) }
    return await recipe.resolve(NoParameter(), on: actor)
  }

  /// Whether anything is registered for this factory, in any context.
  public var isRegistered: Bool { recipe.isRegistered }

  /// The value that replaces the instances in the current task.
  var override: Value? { recipe.override }

  func overrides(_ value: Value) -> FactoryOverrides where Value: Sendable {
    .setting(value, recipe.key, of: recipe.container)
  }

  /// Whether a test must provide this and has not.
  var isUnprovided: Bool { recipe.isUnprovided }

  /// Runs `body`; only one thread at a time does so for one owner.
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

  /// Makes an instance for each resolution.
  public var unique: Factory { scope(.unique) }
  /// The container keeps the instance until it is reset.
  public var cached: Factory { scope(.cached) }
  /// The instance is reused as long as something holds it.
  public var shared: Factory { scope(.shared) }
  /// The composition keeps the instance.
  public var singleton: Factory { scope(.singleton) }
  /// The instance is reused within one resolution.
  public var graph: Factory { scope(.graph) }

  /// This declaration, with another closure in a context, unless something is registered.
  public func context(
    _ context: FactoryContext, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    with { $0.contexts[context] = Maker(make) }
  }

  /// This declaration, with another closure if the program has this argument.
  public func onArgument(
    _ argument: String, @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    context(.argument(argument), make)
  }

  /// This declaration, with another closure in previews.
  public func onPreview(
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    context(.preview, make)
  }

  /// This declaration, with another closure in tests.
  public func onTest(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Factory {
    context(.test, make)
  }

  /// This declaration, with another closure in debug builds.
  public func onDebug(@_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value) -> Factory {
    context(.debug, make)
  }

  /// This declaration, for something that each test using it must provide. Other tests get an issue that names the
  /// factory, and the value of `placeholder` to continue with.
  public func providedByTests(
    @_inheritActorContext placeholder: @escaping @isolated(any) @Sendable () -> Value
  ) -> Factory {
    with { $0.placeholder = Maker(placeholder) }
  }
}

// MARK: Registering

extension Factory {
  /// Makes instances with another closure from now on, in the composition of this container, and removes earlier
  /// instances. The closure has the isolation of its surroundings: on the main actor, it makes its instances there.
  ///
  /// Register for a context, or chain calls: `factory.register { Live() }.onTest { Mock() }`.
  @discardableResult
  public func register(
    _ context: FactoryContext? = nil,
    @_inheritActorContext _ make: @escaping @isolated(any) @Sendable () -> Value
  ) -> Registration<Value> {
    recipe.register(Maker(make), context: context)
    return Registration(factory: self)
  }

  /// Returns this value from now on, on any actor.
  @discardableResult
  public func register(_ context: FactoryContext? = nil, value: Value) -> Registration<Value> where Value: Sendable {
    recipe.register(Maker { value }, context: context)
    return Registration(factory: self)
  }

  /// Removes this factory's registrations and instances.
  public func reset(_ options: ResetOptions = .all) { recipe.reset(options) }
}
