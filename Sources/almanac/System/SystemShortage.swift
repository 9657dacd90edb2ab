// Ends the program if the system refuses it threads after the start.
import Glibc
import Locks

/// Counts how often Dispatch asked in vain for a thread, or for memory.
private struct Shortage {
  var attempts = 0
  var last = ContinuousClock.now

  /// Dispatch asks once a second.
  static let mostAttempts = 5
  /// Dispatch has got its thread if it has not asked for this long.
  static let end = Duration.seconds(3)
}

private let shortage = Lock(Shortage())

/// Replaces the C library's `sleep`. Dispatch calls it before it asks the system again for a thread that it did not get,
/// and it would ask forever. It also ends idle threads, so it may need new ones long after the start. Nothing else calls
/// `sleep`: SQLite does so only for pauses of a second or more, and Almanac never lets it make one.
@_cdecl("sleep") func waitForSystem(_ seconds: CUnsignedInt) -> CUnsignedInt {
  let isOver = shortage.withLock { shortage in
    let now = ContinuousClock.now
    if now - shortage.last > Shortage.end { shortage.attempts = 0 }
    (shortage.attempts, shortage.last) = (shortage.attempts + 1, now)
    return shortage.attempts > Shortage.mostAttempts
  }
  if isOver { endProgram(because: "The system has no thread to give, or no memory for one.") }
  var (wait, rest) = (timespec(tv_sec: Int(seconds), tv_nsec: 0), timespec())
  while nanosleep(&wait, &rest) != 0, errno == EINTR { wait = rest }
  return 0
}
