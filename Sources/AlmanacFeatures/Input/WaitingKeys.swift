import Observing

/// Follows how long keys have waited, to tell the person after a moment.
@MainActor
final class WaitingKeys {
  /// Whether keys have waited for longer than a moment. Tracked.
  @Tracked private(set) var isLong = false
  private let events: EventQueue
  private let clock: ScreenClock
  private var token: ObserveToken?
  /// Grows each time keys begin or stop waiting.
  private var number = 0

  /// A shorter wait is not shown: it would only flicker. In seconds.
  private static let moment = 0.25

  init(events: EventQueue, environment: ScreenEnvironment) {
    (self.events, clock) = (events, environment.clock)
    token = observe(scheduler: environment.scheduler) { [weak self] in self?.follow() }
  }

  private func follow() {
    number += 1
    guard events.isAnyWaiting else {
      if isLong { isLong = false }
      return
    }
    clock.schedule(Self.moment) { [weak self, number] in
      if self?.number == number { self?.isLong = true }
    }
  }
}
