public import AlmanacRecords
import Observing
import Terminals

/// What every part of the screen needs to know.
@MainActor
struct ScreenEnvironment {
  let scheduler: FrameScheduler
  let clock: ScreenClock
  let theme: Theme
  let isUnicode: Bool
  /// Why something can't be done now; `nil` where it can. Tracked.
  let refusal: (Intent) -> KeyRefusal?
  /// Whether something waits for another program's lock. Tracked.
  let isLocked: () -> Bool
  /// Whether a change that the person asked for is being written, or the rows are being read as it left them. Not tracked.
  let isChanging: () -> Bool
  /// When the key was pressed that is acted on, by the clock's `elapsed`: it may have waited.
  let pressTime: () -> Double
  /// How long changes stay marked, in seconds.
  let markingTime = 1.0

  /// A pane that `draw` fills; what that returns is where the terminal's cursor belongs.
  func pane(
    keepsContent: Bool = false, withCursor draw: @escaping @MainActor (Rect, inout CellBuffer) -> Point?
  ) -> Pane {
    Pane(rect: .empty, isUnicode: isUnicode, scheduler: scheduler, keepsContent: keepsContent, draw: draw)
  }

  /// A pane that `draw` fills, without a cursor.
  func pane(keepsContent: Bool = false, _ draw: @escaping @MainActor (Rect, inout CellBuffer) -> Void) -> Pane {
    pane(
      keepsContent: keepsContent,
      withCursor: { rect, buffer in
        draw(rect, &buffer)
        return nil
      })
  }
}

/// What a person wants to do to the book.
enum Intent {
  /// To open a form.
  case open
  /// To save what is typed in a form, which may wait.
  case save
  /// To change records at a key: at once, or not at all.
  case change
}

/// The time that the screen shows.
public struct ScreenClock: Sendable {
  /// Seconds since 1970.
  public var now: @Sendable () -> Double
  /// Seconds since some moment, for durations: the time of day may be set back.
  public var elapsed: @Sendable () -> Double
  /// Calls an action on the main actor after so many seconds.
  public var schedule: @Sendable (_ seconds: Double, _ action: @escaping @MainActor @Sendable () -> Void) -> Void
  /// The time zone in which moments are shown.
  public var zone: CivilZone

  /// Makes the environment of a screen.
  public init(
    zone: CivilZone, now: @escaping @Sendable () -> Double, elapsed: @escaping @Sendable () -> Double,
    schedule: @escaping @Sendable (_ seconds: Double, _ action: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.zone = zone
    self.now = now
    self.elapsed = elapsed
    self.schedule = schedule
  }

  /// A time that stands still: nothing that is scheduled happens.
  public static func fixed(_ now: Double, zone: CivilZone) -> ScreenClock {
    ScreenClock(zone: zone, now: { now }, elapsed: { 0 }, schedule: { _, _ in })
  }

  /// The present time in whole minutes, so that ages step by minutes and an idle screen is idle.
  var wholeMinutes: Double { (now() / 60).rounded(.down) * 60 }
}

extension Rect {
  static let empty = Rect(column: 0, row: 0, width: 0, height: 0)
}
