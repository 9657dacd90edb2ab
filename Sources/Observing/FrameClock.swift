// The clock for frames: the real one, and one that a test advances.

import Dispatch
import Locks

/// The clock for frames, which can also call the main actor later.
public struct FrameClock: Sendable {
  /// The time since a fixed moment. May be called on any thread.
  public var now: @Sendable () -> Duration
  /// Calls `action` on the main actor, in a later turn, not before `delay` has passed. May be called on any thread.
  public var schedule: @Sendable (_ delay: Duration, _ action: @escaping @MainActor @Sendable () -> Void) -> Void

  /// Makes a clock of two closures: the time, and a delayed call.
  public init(
    now: @escaping @Sendable () -> Duration,
    schedule: @escaping @Sendable (_ delay: Duration, _ action: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.now = now
    self.schedule = schedule
  }

  private static let origin = ContinuousClock.now

  /// The monotonic clock, and the main queue.
  public static let main = FrameClock(
    now: { origin.duration(to: .now) },
    schedule: { delay, action in
      guard delay > .zero else {
        DispatchQueue.main.async { MainActor.assumeIsolated(action) }
        return
      }
      // A strict timer: `asyncAfter` may be late by a tenth of the delay.
      let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
      let nanoseconds = delay.components.seconds * 1_000_000_000 + delay.components.attoseconds / 1_000_000_000
      timer.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)), leeway: .nanoseconds(0))
      timer.setEventHandler {
        timer.cancel()
        MainActor.assumeIsolated(action)
      }
      timer.activate()
    })
}

/// A clock that changes only when a test advances it.
public final class ManualFrameClock: Sendable {
  private struct Appointment {
    let due: Duration
    let number: Int
    let action: @MainActor @Sendable () -> Void
  }

  private struct State {
    var now: Duration = .zero
    var count = 0
    var appointments: [Appointment] = []
  }

  private let state = Lock(State())

  /// Makes a clock at time zero.
  public init() {}

  /// The clock for a `FrameScheduler`.
  public var clock: FrameClock {
    FrameClock(
      now: { self.state.withLock { $0.now } },
      schedule: { delay, action in
        self.state.withLock { state in
          state.count += 1
          state.appointments.append(
            Appointment(due: state.now + delay, number: state.count, action: action))
        }
      })
  }

  /// The number of scheduled calls.
  public var appointmentCount: Int { state.withLock { $0.appointments.count } }

  /// Advances the time, and makes the calls that become due, in order, each at its own time.
  @MainActor
  public func advance(by duration: Duration = .zero) {
    let end = state.withLock { $0.now + duration }
    while let action = takeNext(until: end) { action() }
    state.withLock { $0.now = end }
  }

  private func takeNext(until end: Duration) -> (@MainActor @Sendable () -> Void)? {
    state.withLock { state in
      let due = state.appointments.filter { $0.due <= end }
      guard let next = due.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) else { return nil }
      state.appointments.removeAll { $0.number == next.number }
      state.now = max(state.now, next.due)
      return next.action
    }
  }
}
