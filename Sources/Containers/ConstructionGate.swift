// Lets one thread at a time make an instance that is given out again; the others wait and get the same one.
//
// Each instance has a slot of its own, so that a slow constructor holds up only callers that need the same instance.
// Before a thread waits, the gate follows the chain of waiting threads: if it ends at the thread itself, two threads
// are each half of a circular dependency, and waiting would never end.

import Glibc

final class ConstructionGate: @unchecked Sendable {
  /// What is made once: an instance of a container (or of the singletons, then without container), or, without a key,
  /// the container's automatic registrations.
  struct Slot: Hashable {
    let owner: ObjectIdentifier
    let key: InstanceKey?
  }

  enum Passage {
    /// The caller makes the instance, and must call `leave`.
    case make
    /// The same thread is making it already.
    case isMaking
    /// Another thread makes it, and waits for something that this thread is making.
    case isCircular
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Who makes what. Protected by `mutex`, as is each resolution's `awaited`.
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

  /// Waits until no other thread makes what belongs to the slot.
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

  /// Lets the next one in.
  func leave(_ slot: Slot) {
    pthread_mutex_lock(mutex)
    makers[slot] = nil
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
