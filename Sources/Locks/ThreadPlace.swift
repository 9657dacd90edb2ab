import Glibc

/// A place in which each thread has its own object, for a while or until the thread ends.
public struct ThreadPlace<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// Makes a place that is empty on every thread. The system has few: make it once, as a static constant.
  public init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { kept in
      if let kept { Unmanaged<AnyObject>.fromOpaque(kept).release() }
    }
    if status != 0 { endProgram(because: "The system has no place for what a thread keeps.") }
    self.key = key
  }

  /// The object of the current thread.
  public var current: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body`, which is synchronous, with `object` in the place; afterwards restores what was there before.
  public func withValue<Result>(_ object: Object, _ body: () throws -> Result) rethrows -> Result {
    let surrounding = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    defer { pthread_setspecific(key, surrounding) }
    return try withExtendedLifetime(object) { try body() }
  }

  /// Puts an object made by `make` into the place until the thread ends, unless the place is taken.
  public func keep(_ make: () -> Object) {
    guard pthread_getspecific(key) == nil else { return }
    pthread_setspecific(key, Unmanaged.passRetained(make()).toOpaque())
  }
}
