// Instances that are given out again.

import Locks

/// Which factory: its name and what it makes.
struct FactoryKey: Hashable, Sendable {
  let name: String
  let type: ObjectIdentifier
}

/// Which instance: of which factory, and made with which parameter.
///
/// Unchecked, because `AnyHashable` is not Sendable; what it wraps is, for parameters are.
struct InstanceKey: Hashable, @unchecked Sendable {
  let factory: FactoryKey
  let parameter: AnyHashable?
}

/// Instances that are given out again, by scope and key. A value inside another object's lock.
struct InstanceCache {
  private enum Entry {
    case strong(Any)
    case weak(WeakReference)
  }

  private struct WeakReference {
    weak var object: AnyObject?
  }

  private var entries: [Scope: [InstanceKey: Entry]] = [:]

  func instance(_ key: InstanceKey, scope: Scope) -> Any? {
    switch entries[scope]?[key] {
    case .strong(let instance): instance
    case .weak(let reference): reference.object
    case nil: nil
    }
  }

  /// Keeps an instance if its scope does: never `nil`, and under `shared` only instances of classes.
  mutating func keep(_ instance: Any, for key: InstanceKey, scope: Scope) {
    guard let instance = unwrapped(instance) else { return }
    if scope.kind == .shared {
      guard type(of: instance) is AnyClass else { return }
      entries[scope, default: [:]][key] = .weak(WeakReference(object: instance as AnyObject))
    } else {
      entries[scope, default: [:]][key] = .strong(instance)
    }
  }

  /// Forgets what a factory made, and returns it, to be released outside of the lock.
  mutating func remove(_ factory: FactoryKey) -> Any {
    var removed: [Entry] = []
    for scope in entries.keys {
      for key in entries[scope]!.keys where key.factory == factory {
        if let entry = entries[scope]!.removeValue(forKey: key) { removed.append(entry) }
      }
    }
    return removed
  }

  /// Forgets what a scope keeps, and returns it, to be released outside of the lock.
  mutating func remove(scope: Scope) -> Any { entries.removeValue(forKey: scope) as Any }
}

/// The singletons of a composition.
final class SingletonCache: Sendable {
  /// Tells whether instances of a factory were forgotten since.
  struct Mark: Equatable {
    let ofFactory: Int
    let ofAll: Int
  }

  private struct State {
    var instances = InstanceCache()
    /// How often the instances of a factory were forgotten, and those of all.
    var removals: [FactoryKey: Int] = [:]
    var removalsOfAll = 0

    func mark(_ factory: FactoryKey) -> Mark { Mark(ofFactory: removals[factory] ?? 0, ofAll: removalsOfAll) }
  }

  private let state = Lock(State())

  func instance(_ key: InstanceKey) -> Any? {
    state.withLock { $0.instances.instance(key, scope: .singleton) }
  }

  func mark(_ factory: FactoryKey) -> Mark { state.withLock { $0.mark(factory) } }

  /// Keeps an instance, unless the factory's were forgotten while it was made.
  func keep(_ instance: Any, for key: InstanceKey, mark: Mark) {
    state.withLock { state in
      guard state.mark(key.factory) == mark else { return }
      state.instances.keep(instance, for: key, scope: .singleton)
    }
  }

  func remove(_ factory: FactoryKey) {
    let removed = state.withLock { state in
      state.removals[factory, default: 0] += 1
      return state.instances.remove(factory)
    }
    withExtendedLifetime(removed) {}
  }

  func removeAll() {
    let removed = state.withLock { state in
      state.removalsOfAll += 1
      return state.instances.remove(scope: .singleton)
    }
    withExtendedLifetime(removed) {}
  }
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 } }
}

/// What an instance holds when it is optional; `nil` when that is nothing.
private func unwrapped(_ instance: Any) -> Any? {
  guard let optional = instance as? any OptionalValue else { return instance }
  return optional.wrapped.flatMap(unwrapped)
}
