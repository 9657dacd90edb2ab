import AlmanacFeatures
import Dispatch
import Glibc

extension ScreenClock {
  /// The time of day, and the main queue.
  static let timeOfDay = ScreenClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    },
    schedule: { seconds, action in
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { MainActor.assumeIsolated(action) }
    })
}
