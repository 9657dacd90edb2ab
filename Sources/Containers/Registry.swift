// The state of a container: registrations, instances, and pushed states.

import Locks

/// The state of a container: its registrations, reusable instances, and pushed states.
///
/// A container declares one as `let registry = Registry()` and needs nothing else.
public final class Registry: Sendable {
  /// The registrations for one factory.
  struct Registration: Sendable {
    /// The closures, of a type that the factory knows, by context; the one without a context has the key nil.
    var makers: [FactoryContext?: any Sendable] = [:]
    /// Distinguishes registrations made at different times.
    var version = 0
  }

  /// Tells whether anything has been registered or reset since.
  struct Mark: Equatable {
    let version: Int
    let resets: Int
    let singletons: SingletonCache.Mark
  }

  private struct State {
    var registrations: [FactoryKey: Registration] = [:]
    var cache = InstanceCache()
    var isAutoRegistered = false
    var isPromiseStrict = false
  }

  private struct Everything {
    var state = State()
    /// The states saved by each `push`, the last one last.
    var pushed: [State] = []
    /// Increases with every registration and reset.
    var changes = 0
    /// The value of `changes` at the last reset or pop.
    var resets = 0
    /// Whether the container is making its automatic registrations now.
    var isAutoRegistering = false
  }

  private let everything = Lock(Everything())
  let core = Composition.current.core

  /// Makes an empty registry.
  public init() {}

  // MARK: Registrations

  func registration(_ key: FactoryKey) -> (Registration, Mark) {
    let singletons = core.singletons.mark(key)
    return everything.withLock { all in
      let registration = all.state.registrations[key] ?? Registration()
      return (registration, Mark(version: registration.version, resets: all.resets, singletons: singletons))
    }
  }

  /// Registers a closure, and removes the factory's earlier instances.
  func register(_ maker: any Sendable, for key: FactoryKey, context: FactoryContext?) {
    change(key) { $0.makers[context] = maker }
  }

  /// Changes a factory's registrations, and removes its earlier instances. Automatic registrations do not remove
  /// singletons: those belong to the composition, which may have other containers of this type.
  func change(_ key: FactoryKey, _ body: (inout Registration) -> Void) {
    // Replaced values are freed outside the lock: freeing a maker's value may resolve something.
    let (removed, isAutomatic) = everything.withLock { all -> ((Registration?, Any), Bool) in
      all.changes += 1
      let before = all.state.registrations[key]
      body(&all.state.registrations[key, default: Registration()])
      all.state.registrations[key]?.version = all.changes
      return ((before, all.state.cache.remove(key)), all.isAutoRegistering)
    }
    if !isAutomatic { core.singletons.remove(key) }
    withExtendedLifetime(removed) {}
  }

  // MARK: Instances

  func instance(_ key: InstanceKey, scope: Scope) -> Any? {
    if scope == .singleton { return core.singletons.instance(key) }
    return everything.withLock { $0.state.cache.instance(key, scope: scope) }
  }

  /// Keeps an instance, unless something was registered or reset while it was made.
  func keep(_ instance: Any, for key: InstanceKey, scope: Scope, mark: Mark) {
    everything.withLock { all in
      let version = all.state.registrations[key.factory]?.version ?? 0
      guard version == mark.version, all.resets == mark.resets else { return }
      if scope == .singleton {
        core.singletons.keep(instance, for: key, mark: mark.singletons)
      } else {
        all.state.cache.keep(instance, for: key, scope: scope)
      }
    }
  }

  func removeInstances(_ key: FactoryKey) {
    change(key) { _ in }
  }

  // MARK: The whole

  func reset(_ options: ResetOptions) {
    let removed = everything.withLock { all -> Any in
      all.changes += 1
      all.resets = all.changes
      let before = all.state
      if options.contains(.registrations) {
        for key in all.state.registrations.keys { all.state.registrations[key]?.makers[nil as FactoryContext?] = nil }
        all.state.isAutoRegistered = false
      }
      if options.contains(.contexts) {
        for (key, registration) in all.state.registrations {
          all.state.registrations[key]?.makers = registration.makers.filter { $0.key == nil }
        }
      }
      if options.contains(.scopes) { all.state.cache = InstanceCache() }
      return before
    }
    withExtendedLifetime(removed) {}
  }

  func reset(scope: Scope) {
    guard scope != .singleton else {
      core.singletons.removeAll()
      return
    }
    let removed = everything.withLock { all in
      all.changes += 1
      all.resets = all.changes
      return all.state.cache.remove(scope: scope)
    }
    withExtendedLifetime(removed) {}
  }

  func push() {
    everything.withLock { $0.pushed.append($0.state) }
  }

  func pop() {
    let removed = everything.withLock { all -> Any in
      guard let state = all.pushed.popLast() else { return () }
      defer { all.state = state }
      all.changes += 1
      all.resets = all.changes
      return all.state
    }
    withExtendedLifetime(removed) {}
  }

  var isPromiseStrict: Bool {
    get { everything.withLock { $0.state.isPromiseStrict } }
    set { everything.withLock { $0.state.isPromiseStrict = newValue } }
  }

  // MARK: Automatic registrations

  /// Lets the container make its automatic registrations, unless it has already done so.
  func autoRegister(_ container: any SharedContainer) {
    guard let registering = container as? any AutoRegistering else { return }
    guard everything.withLock({ !$0.state.isAutoRegistered }) else { return }
    Resolution.withCurrent { resolution in
      let slot = ConstructionGate.Slot(owner: ObjectIdentifier(self), key: nil)
      // During the automatic registrations the container is used in its current state.
      guard case .make = core.gate.enter(slot, resolution) else { return }
      defer { core.gate.leave(slot) }
      guard everything.withLock({ !$0.state.isAutoRegistered }) else { return }
      everything.withLock { $0.isAutoRegistering = true }
      registering.autoRegister()
      everything.withLock { all in
        all.isAutoRegistering = false
        all.state.isAutoRegistered = true
      }
    }
  }
}

/// The parts of a container to reset.
public struct ResetOptions: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int
  /// A set of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Registrations without a context. Automatic registrations are made again at the next use.
  public static let registrations = ResetOptions(rawValue: 1)
  /// Registrations for contexts, but not the contexts of definitions.
  public static let contexts = ResetOptions(rawValue: 2)
  /// Reusable instances, except singletons.
  public static let scopes = ResetOptions(rawValue: 4)
  /// Everything except singletons.
  public static let all: ResetOptions = [.registrations, .contexts, .scopes]
}
