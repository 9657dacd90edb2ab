import AlmanacFeatures
import AlmanacRecords
import Dispatch
import Glibc

extension ScreenClock {
  /// A clock with the time of day and the main queue.
  static func timeOfDay(in zone: CivilZone) -> ScreenClock {
    ScreenClock(
      zone: zone, now: { present }, elapsed: { seconds(CLOCK_MONOTONIC) },
      schedule: { seconds, action in
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { MainActor.assumeIsolated(action) }
      })
  }

  /// Seconds since 1970, by the system's clock.
  static var present: Double { seconds(CLOCK_REALTIME) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
