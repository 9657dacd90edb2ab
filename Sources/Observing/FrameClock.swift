// The time by which frames are spaced: the real one, and one that a test moves by hand.

import Dispatch
import Locks

/// The time by which frames are spaced, and the way to be called on the main actor later.
public struct FrameClock: Sendable {
  /// The time since a fixed moment. On any thread.
  public var now: @Sendable () -> Duration
  /// Calls `action` on the main actor, in a later turn, not before `delay` is over. On any thread.
  public var schedule: @Sendable (_ delay: Duration, _ action: @escaping @MainActor @Sendable () -> Void) -> Void

  /// A clock of two closures: the time, and how an action is run after a delay.
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
      // A strict timer: `asyncAfter` would allow itself a tenth of the delay.
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

/// A time that stands still until it is moved: for tests.
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

  /// A clock on which no time has gone by.
  public init() {}

  /// The clock to give to a `FrameScheduler`.
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

  /// How many calls are still to come.
  public var appointmentCount: Int { state.withLock { $0.appointments.count } }

  /// Moves the time on, and makes the calls that become due, in their order, each at its own moment.
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
