// Measures the cost of a read.
import Glibc

/// The processor time of the current thread.
///
/// It paces reads, so that they take at most a share of a processor. With clock time, a busy machine or another
/// program's lock would lengthen the pauses, though a waiting thread costs nothing.
package enum ThreadTime {
  /// The processor time that the thread has used so far.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
