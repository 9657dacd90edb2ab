// A composition: one container of each type, the singletons, and the contexts. A process has one; each test has its
// own.

import Locks

/// One container of each type, with the singletons and contexts that they share.
///
/// `Container.shared` is the container of the current composition. A test that runs in its own composition shares
/// nothing with others, not even singletons.
public final class Composition: Sendable {
  private static let ofProcess = Composition()

  /// The composition of the current task, or that of the process.
  public static var current: Composition { ofTask ?? ofProcess }

  /// The composition of the current task and its children; nil means that of the process.
  @TaskLocal public static var ofTask: Composition?

  /// By container type.
  private let containers = Lock<[ObjectIdentifier: any SharedContainer]>([:])
  let core = CompositionCore()

  /// Makes an empty composition.
  public init() {}

  /// The container of a type, made on first use.
  func container<Container: SharedContainer>(_ type: Container.Type) -> Container {
    let id = ObjectIdentifier(type)
    if let known = containers.withLock({ $0[id] }) as? Container { return known }
    // Made outside the lock, because this runs foreign code. If two are made at once, the first stored is kept.
    let new = Composition.$ofTask.withValue(self) { Container() }
    return containers.withLock { containers in
      if let known = containers[id] as? Container { return known }
      containers[id] = new
      return new
    }
  }

  /// Removes all containers and singletons.
  public func reset() {
    let removed = containers.withLock { containers in
      defer { containers = [:] }
      return containers
    }
    core.singletons.removeAll()
    // Freed here, outside the lock.
    withExtendedLifetime(removed) {}
  }
}

extension Composition {
  /// Activates the contexts of `argument`, as if the program had been started with it.
  public func setArgument(_ argument: String) {
    core.contexts.withLock { _ = $0.arguments.insert(argument) }
  }

  /// Deactivates the contexts of `argument`.
  public func removeArgument(_ argument: String) {
    core.contexts.withLock { _ = $0.arguments.remove(argument) }
  }

  /// Whether preview contexts are active.
  public var isPreview: Bool {
    get { core.contexts.withLock { $0.isPreview } }
    set { core.contexts.withLock { $0.isPreview = newValue } }
  }

  /// Whether test contexts are active; initially, whether the process runs tests.
  public var isTest: Bool {
    get { core.contexts.withLock { $0.isTest } }
    set { core.contexts.withLock { $0.isTest = newValue } }
  }

  /// Whether debug contexts are active; initially, whether this is a debug build.
  public var isDebug: Bool {
    get { core.contexts.withLock { $0.isDebug } }
    set { core.contexts.withLock { $0.isDebug = newValue } }
  }
}

/// The shared state of a composition's containers. They keep it alive; it keeps none of them.
final class CompositionCore: Sendable {
  let singletons = SingletonCache()
  let contexts = Lock(ActiveContexts())
  let gate = ConstructionGate()
}
