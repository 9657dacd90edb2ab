// The clock of a script. It moves only by the time that a person would need for reading.
import AlmanacFeatures
import AlmanacRecords
import Locks

/// A clock that is advanced only by reading.
struct ScriptClock: Sendable {
  private let elapsed = Lock(0.0)
  let clock: ScreenClock

  init(now: Double, zone: CivilZone) {
    clock = ScreenClock(
      zone: zone, now: { now }, elapsed: { [elapsed] in elapsed.withLock(\.self) }, schedule: { _, _ in })
  }

  /// Before a key press, advances the clock until the changes on the screen count as read.
  @MainActor func read(until time: Double?) {
    guard let time else { return }
    elapsed.withLock { $0 = max($0, time) }
  }
}
