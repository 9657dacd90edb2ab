// Tells the store how its file is, and counts the seconds while a lock is waited for.
//
//   connection ──status──> main actor ──> store ──┬─> nothing waits: the clock is left alone
//                                                 └─> clock, in a second ──> store ──> …
import Activities
import Containers
import Databases
import Stores

/// Follows the status of a connection for the length of a session.
@MainActor
final class FileHealthFollower {
  private let connection: SQLiteConnection
  private let clock: ScreenClock
  private let store: StoreOf<Application>
  private var observation: StatusObservation?
  /// When the present wait was first shown.
  private var waitBegan: Double?
  private var isTicking = false
  /// Whether the file that has taken this one's place waits for a lock.
  var isReplacementLocked = false { didSet { statusChanged() } }

  init(connection: SQLiteConnection, clock: ScreenClock, store: StoreOf<Application>) {
    self.connection = connection
    self.clock = clock
    self.store = store
    // The container is that of the session, whichever thread tells.
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

  /// Shows how long the wait has been, and again in a second, as long as it lasts.
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
