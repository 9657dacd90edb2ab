import AlmanacFeatures
import Dispatch
import Glibc

extension ScreenClock {
  /// The time of day, and the main queue.
  static let timeOfDay = ScreenClock(
    now: { seconds(CLOCK_REALTIME) }, elapsed: { seconds(CLOCK_MONOTONIC) },
    schedule: { seconds, action in
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { MainActor.assumeIsolated(action) }
    })

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
