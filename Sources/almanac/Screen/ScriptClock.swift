// The time of a script: it stands still, but for the moments in which a person would read.
import AlmanacFeatures
import AlmanacRecords
import Locks

/// A clock that only reading moves on.
struct ScriptClock: Sendable {
  private let elapsed = Lock(0.0)
  let clock: ScreenClock

  init(now: Double, zone: CivilZone) {
    clock = ScreenClock(
      zone: zone, now: { now }, elapsed: { [elapsed] in elapsed.withLock(\.self) }, schedule: { _, _ in })
  }

  /// A key is about to be pressed: what is new on the screen is read first.
  @MainActor func read(_ run: ScreenRun?) {
    guard let time = run?.readableAt else { return }
    elapsed.withLock { $0 = max($0, time) }
  }
}
