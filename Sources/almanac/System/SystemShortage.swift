// Ends the program if the system refuses it threads after the start.
import Glibc
import Locks

/// How long Dispatch has asked in vain for a thread, or for memory.
struct Shortage {
  private var start: ContinuousClock.Instant?
  private var last = ContinuousClock.now

  /// A shorter shortage ends by itself.
  static let patience = Duration.seconds(5)
  /// Each thread that lacks something asks once a second. After this long without a question Dispatch has what it needs.
  static let end = Duration.seconds(3)

  /// Notes that Dispatch asks again; returns whether it has asked for too long.
  mutating func isTooLong(at now: ContinuousClock.Instant) -> Bool {
    if now - last > Self.end { start = nil }
    last = now
    let start = start ?? now
    self.start = start
    return now - start >= Self.patience
  }
}

/// `nil` in a process that is not this program, such as a test: other libraries may call `sleep` there.
private let shortage = Lock<Shortage?>(nil)

/// Ends the program from now on if it lacks threads for too long.
func endIfShortOfThreads() { shortage.withLock { $0 = Shortage() } }

/// Replaces the C library's `sleep`. Dispatch calls it before it asks the system again for a thread that it did not get,
/// and it would ask forever. It also ends idle threads, so it may need new ones long after the start. Nothing else calls
/// `sleep`: SQLite does so only for pauses of a second or more, and Almanac never lets it make one.
@_cdecl("sleep") func waitForSystem(_ seconds: CUnsignedInt) -> CUnsignedInt {
  if shortage.withLock({ $0?.isTooLong(at: .now) == true }) {
    endProgram(because: "The system has no thread left, or no memory for one.")
  }
  var (wait, rest) = (timespec(tv_sec: Int(seconds), tv_nsec: 0), timespec())
  while nanosleep(&wait, &rest) != 0, errno == EINTR { wait = rest }
  return 0
}
