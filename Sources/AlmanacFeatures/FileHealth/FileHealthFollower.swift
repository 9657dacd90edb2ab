// Reports the file's status to the store, and counts the seconds of a lock wait.
//
//   connection ──status──> main actor ──> store ──┬─> nothing waits: the clock is not used
//                                                 └─> clock, in a second ──> store ──> …
import Activities
import Containers
import Databases
import Stores

/// Follows the status of a connection during a session.
@MainActor
final class FileHealthFollower {
  private let connection: SQLiteConnection
  private let clock: ScreenClock
  private let store: StoreOf<Application>
  private var observation: StatusObservation?
  /// When the present wait was first shown.
  private var waitBegan: Double?
  private var isTicking = false
  /// Whether the opening of the replacing file waits for a lock.
  var isReplacementLocked = false { didSet { statusChanged() } }

  init(connection: SQLiteConnection, clock: ScreenClock, store: StoreOf<Application>) {
    self.connection = connection
    self.clock = clock
    self.store = store
    // The session's container, whichever thread reports.
    let composition = Composition.current
    observation = connection.observeStatus { [weak self, activity = connection.activity] in
      activity.begin()
      Task { @MainActor in
        Composition.$ofTask.withValue(composition) { self?.statusChanged() }
        activity.end()
      }
    }
    statusChanged()
  }

  private func statusChanged() {
    var status = connection.status
    if isReplacementLocked { status.waiting.insert(.opening) }
    guard status != store.file.status else { return }
    waitBegan = status.waiting.isEmpty ? nil : waitBegan ?? clock.elapsed()
    store.send(.file(.statusChanged(status)))
    tick()
  }

  /// Reports the duration of the wait now, and again each second while it lasts.
  private func tick() {
    guard !isTicking, let began = waitBegan else { return }
    let seconds = Int(clock.elapsed() - began)
    if seconds != store.file.waitedSeconds { store.send(.file(.waited(seconds: seconds))) }
    isTicking = true
    clock.schedule(began + Double(seconds + 1) - clock.elapsed()) { [weak self] in
      self?.isTicking = false
      self?.tick()
    }
  }
}
