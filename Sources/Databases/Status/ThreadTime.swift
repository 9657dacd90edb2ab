// How much a read costs.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processor's time of the present thread.
///
/// It paces reads, so that they take a share of a processor at most. By the clock, a busy machine would stretch the
/// pauses, and so would another program's lock; but a thread that waits costs nothing.
package enum ThreadTime {
  /// What the thread has taken so far.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
