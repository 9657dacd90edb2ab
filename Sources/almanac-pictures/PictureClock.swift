// The clock of a film: it moves by the time that each frame is shown.
import AlmanacFeatures
import AlmanacRecords
import Locks

/// A clock that the scene moves.
@MainActor
final class PictureClock {
  /// Seconds since 1970. Read on any thread.
  private let time: Lock<Double>
  private var elapsed = 0.0
  private var calls: [(due: Double, action: @MainActor @Sendable () -> Void)] = []

  /// Begins at `now`, in seconds since 1970.
  init(now: Double) { time = Lock(now) }

  /// The clock for a screen.
  var clock: ScreenClock {
    ScreenClock(
      zone: .utc, now: { [time] in time.withLock(\.self) },
      elapsed: { MainActor.assumeIsolated { self.elapsed } },
      schedule: { seconds, action in
        MainActor.assumeIsolated { self.calls.append((self.elapsed + seconds, action)) }
      })
  }

  /// Moves the clock, and makes the calls that become due.
  func advance(by seconds: Double) {
    let end = elapsed + seconds
    while let next = calls.indices.filter({ calls[$0].due <= end }).min(by: { calls[$0].due < calls[$1].due }) {
      let call = calls.remove(at: next)
      pass(until: max(elapsed, call.due))
      call.action()
    }
    pass(until: end)
  }

  private func pass(until end: Double) {
    time.withLock { $0 += end - elapsed }
    elapsed = end
  }
}
