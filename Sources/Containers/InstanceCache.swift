// Caches reusable instances.

import Locks

/// The identity of a factory: its name and the type of its instances.
struct FactoryKey: Hashable, Sendable {
  let name: String
  let type: ObjectIdentifier
}

/// The identity of an instance: its factory and parameter.
///
/// Unchecked, because `AnyHashable` is not Sendable; its content is, because parameters are.
struct InstanceKey: Hashable, @unchecked Sendable {
  let factory: FactoryKey
  let parameter: AnyHashable?
}

/// Reusable instances, by scope and key. A value inside another object's lock.
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

  /// Keeps an instance if its scope does: never nil, and under `shared` only class instances.
  mutating func keep(_ instance: Any, for key: InstanceKey, scope: Scope) {
    guard let instance = unwrapped(instance) else { return }
    if scope.kind == .shared {
      guard type(of: instance) is AnyClass else { return }
      entries[scope, default: [:]][key] = .weak(WeakReference(object: instance as AnyObject))
    } else {
      entries[scope, default: [:]][key] = .strong(instance)
    }
  }

  /// Removes a factory's instances and returns them, to be freed outside the lock.
  mutating func remove(_ factory: FactoryKey) -> Any {
    var removed: [Entry] = []
    for scope in entries.keys {
      for key in entries[scope]!.keys where key.factory == factory {
        if let entry = entries[scope]!.removeValue(forKey: key) { removed.append(entry) }
      }
    }
    return removed
  }

  /// Removes a scope's instances and returns them, to be freed outside the lock.
  mutating func remove(scope: Scope) -> Any { entries.removeValue(forKey: scope) as Any }
}

/// The singletons of a composition.
final class SingletonCache: Sendable {
  /// Tells whether a factory's instances have been removed since.
  struct Mark: Equatable {
    let ofFactory: Int
    let ofAll: Int
  }

  private struct State {
    var instances = InstanceCache()
    /// The numbers of removals of each factory's instances, and of all.
    var removals: [FactoryKey: Int] = [:]
    var removalsOfAll = 0

    func mark(_ factory: FactoryKey) -> Mark { Mark(ofFactory: removals[factory] ?? 0, ofAll: removalsOfAll) }
  }

  private let state = Lock(State())

  func instance(_ key: InstanceKey) -> Any? {
    state.withLock { $0.instances.instance(key, scope: .singleton) }
  }

  func mark(_ factory: FactoryKey) -> Mark { state.withLock { $0.mark(factory) } }

  /// Keeps an instance, unless the factory's instances were removed while it was made.
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

/// The content of an optional instance; nil if it is empty.
private func unwrapped(_ instance: Any) -> Any? {
  guard let optional = instance as? any OptionalValue else { return instance }
  return optional.wrapped.flatMap(unwrapped)
}
