// A clock of the screen that the test moves.
import AlmanacFeatures
import AlmanacRecords
import Locks

/// A time that changes only when the test moves it.
@MainActor
final class ManualScreenClock {
  private struct Appointment {
    var due: Double
    var number: Int
    var action: @MainActor @Sendable () -> Void
  }

  /// Read on any thread.
  private let time: Lock<Double>
  private var elapsed = 0.0
  private var count = 0
  private var appointments: [Appointment] = []

  init(now: Double) { time = Lock(now) }

  var now: Double { time.withLock(\.self) }

  /// The clock for a session.
  var clock: ScreenClock {
    ScreenClock(
      zone: .utc, now: { [time] in time.withLock(\.self) },
      elapsed: { MainActor.assumeIsolated { self.elapsed } },
      schedule: { seconds, action in
        MainActor.assumeIsolated {
          self.count += 1
          self.appointments.append(Appointment(due: self.elapsed + seconds, number: self.count, action: action))
        }
      })
  }

  /// Moves the time on, and makes the calls that become due, in their order, each at its own moment.
  func advance(by seconds: Double) { advance(until: elapsed + seconds) }

  /// The same, up to a moment; does nothing if that is past.
  func advance(until end: Double) {
    guard end > elapsed else { return }
    while let next = appointments.filter({ $0.due <= end }).min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) {
      appointments.removeAll { $0.number == next.number }
      pass(until: max(elapsed, next.due))
      next.action()
    }
    pass(until: end)
  }

  private func pass(until end: Double) {
    time.withLock { $0 += end - elapsed }
    elapsed = end
  }

  /// Changes the time of day, as an administrator does.
  func set(by seconds: Double) { time.withLock { $0 += seconds } }
}
