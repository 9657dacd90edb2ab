// Lets one thread at a time make a reusable instance; the others wait and get the same one.
//
// Each instance has its own slot, so that a slow constructor delays only callers that need the same instance. Before a
// thread waits, the gate follows the chain of waiting threads: if it ends at the thread itself, two threads each make
// one half of a circular dependency, and the wait would never end.

import Glibc

final class ConstructionGate: @unchecked Sendable {
  /// Something that is made once: an instance of a container (or, without container, of the singletons), or, without a
  /// key, the container's automatic registrations.
  struct Slot: Hashable {
    let owner: ObjectIdentifier
    let key: InstanceKey?
  }

  enum Passage {
    /// The caller makes the instance, and must call `leave`.
    case make
    /// The same thread is already making it.
    case isMaking
    /// Another thread is making it, and waits for something that this thread is making.
    case isCircular
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The resolution that makes each slot. Protected by `mutex`, like each resolution's `awaited`.
  private var makers: [Slot: Resolution] = [:]

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until no other thread is making the slot's instance.
  func enter(_ slot: Slot, _ resolution: Resolution) -> Passage {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while let maker = makers[slot] {
      if maker === resolution { return .isMaking }
      var next: Resolution? = maker
      while let awaited = next?.awaited {
        next = makers[awaited]
        if next === resolution { return .isCircular }
      }
      resolution.awaited = slot
      pthread_cond_wait(condition, mutex)
      resolution.awaited = nil
    }
    makers[slot] = resolution
    return .make
  }

  /// Lets the next thread in.
  func leave(_ slot: Slot) {
    pthread_mutex_lock(mutex)
    makers[slot] = nil
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
