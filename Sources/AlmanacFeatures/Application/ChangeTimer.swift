// Measures the time of a change.
//
//   a change begins ──> a quarter of a second ──> the status line shows it ──> every second: how long
import Observing
import Stores

/// Follows the present change during a session.
@MainActor
final class ChangeTimer {
  private let clock: ScreenClock
  private let store: StoreOf<Application>
  private var token: ObserveToken?
  /// The followed change, and the time when it or its stopping began.
  private var followed: (change: ChangeUnderWay, isStopping: Bool, began: Double)?

  /// Shorter changes are not shown: they would only flicker. In seconds.
  private static let moment = 0.25

  init(clock: ScreenClock, store: StoreOf<Application>, scheduler: FrameScheduler) {
    self.clock = clock
    self.store = store
    token = observe(scheduler: scheduler) { [weak self] in self?.follow() }
  }

  private func follow() {
    guard let change = store.presentChange else { return followed = nil }
    if let followed, followed.change.interruption == change.interruption, followed.isStopping == change.isStopping {
      return
    }
    followed = (change, change.isStopping, clock.elapsed())
    tick(in: Self.moment, change)
  }

  /// Reports the time after `delay` seconds, and then each second while the change lasts.
  private func tick(in delay: Double, _ change: ChangeUnderWay) {
    clock.schedule(delay) { [weak self] in
      guard let self, let followed, followed.change.interruption == change.interruption,
        followed.isStopping == change.isStopping
      else { return }
      let seconds = clock.elapsed() - followed.began
      store.send(.work(.takesTime(seconds: Int(seconds))))
      tick(in: Double(Int(seconds) + 1) - seconds, change)
    }
  }
}
