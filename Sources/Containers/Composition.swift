// Everything that is composed together: one container of each type, the singletons, and the contexts.
// A process has one; each test has its own.

import Locks

/// One container of each type, with the singletons and contexts that they share.
///
/// `Container.shared` is the container of the present composition. A test that runs in a composition of its own shares
/// nothing with others, singletons included.
public final class Composition: Sendable {
  private static let ofProcess = Composition()

  /// The composition of the present task, or that of the process.
  public static var current: Composition { ofTask ?? ofProcess }

  /// The composition of the present task and its children; `nil` means that of the process.
  @TaskLocal public static var ofTask: Composition?

  /// By container type.
  private let containers = Lock<[ObjectIdentifier: any SharedContainer]>([:])
  let core = CompositionCore()

  /// A composition in which nothing has been made.
  public init() {}

  /// The container of a type, made at the first use.
  func container<Container: SharedContainer>(_ type: Container.Type) -> Container {
    let id = ObjectIdentifier(type)
    if let known = containers.withLock({ $0[id] }) as? Container { return known }
    // Made outside of the lock, because making it runs foreign code; of two made at once the first to arrive is kept.
    let new = Composition.$ofTask.withValue(self) { Container() }
    return containers.withLock { containers in
      if let known = containers[id] as? Container { return known }
      containers[id] = new
      return new
    }
  }

  /// Forgets all containers and singletons.
  public func reset() {
    let removed = containers.withLock { containers in
      defer { containers = [:] }
      return containers
    }
    core.singletons.removeAll()
    // Released here, outside of the lock.
    withExtendedLifetime(removed) {}
  }
}

extension Composition {
  /// Makes the contexts of `argument` active, as if the program had been started with it.
  public func setArgument(_ argument: String) {
    core.contexts.withLock { _ = $0.arguments.insert(argument) }
  }

  /// Makes the contexts of `argument` inactive.
  public func removeArgument(_ argument: String) {
    core.contexts.withLock { _ = $0.arguments.remove(argument) }
  }

  /// Whether preview contexts are active.
  public var isPreview: Bool {
    get { core.contexts.withLock { $0.isPreview } }
    set { core.contexts.withLock { $0.isPreview = newValue } }
  }

  /// Whether test contexts are active: at first, whether the process runs tests.
  public var isTest: Bool {
    get { core.contexts.withLock { $0.isTest } }
    set { core.contexts.withLock { $0.isTest = newValue } }
  }

  /// Whether debug contexts are active: at first, whether this is a debug build.
  public var isDebug: Bool {
    get { core.contexts.withLock { $0.isDebug } }
    set { core.contexts.withLock { $0.isDebug = newValue } }
  }
}

/// What the containers of a composition share. They hold it, and it holds none of them.
final class CompositionCore: Sendable {
  let singletons = SingletonCache()
  let contexts = Lock(ActiveContexts())
  let gate = ConstructionGate()
}
