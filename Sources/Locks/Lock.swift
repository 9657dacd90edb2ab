import Glibc

/// A value that can only be used while a lock is held.
///
/// The lock is a `pthread_mutex`, because ThreadSanitizer understands it, but not `Synchronization.Mutex` on Linux. It
/// is not recursive: calling `withLock` inside `withLock` of the same lock deadlocks.
public final class Lock<Value>: @unchecked Sendable {
  /// Protected by `mutex`. The byte ensures that a value without size, such as `()`, has its own address: otherwise
  /// ThreadSanitizer takes accesses to it for accesses to `mutex`.
  private var content: (value: Value, place: UInt8)
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes a lock that holds `value`.
  public init(_ value: sending Value) {
    content = (value, 0)
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let status = pthread_mutex_init(mutex, nil)
    if status != 0 { endProgram(because: "The system has no lock left.") }
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` with the value while the lock is held. Keep it short, and call no foreign code in it.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&content.value)
  }
}
