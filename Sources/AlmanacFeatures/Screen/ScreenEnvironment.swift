public import AlmanacRecords
import Containers
import Observing
import Terminals

/// The environment of every part of the screen.
@MainActor
struct ScreenEnvironment {
  let scheduler: FrameScheduler
  let clock: ScreenClock
  let themeChoice: ThemeChoice
  let isUnicode: Bool
  /// Why an intent can't be carried out now; `nil` if it can. Tracked.
  let refusal: (Intent) -> KeyRefusal?
  /// Whether something waits for another program's lock. Tracked.
  let isLocked: () -> Bool
  /// Whether the side pane with a record is shown, if there is room for it. Tracked.
  let isSidePaneShown: () -> Bool
  /// Whether a requested change is being written, or its rows are being read. Not tracked.
  let isChanging: () -> Bool
  /// When the present key was pressed, by the clock's `elapsed`: it may have waited.
  let pressTime: () -> Double
  /// How long changes stay marked, in seconds.
  let markingTime = 1.0

  /// The theme. Tracked.
  var theme: Theme { themeChoice.theme }

  /// Whether pictures can be drawn. Tracked.
  var drawsImages: Bool { isUnicode && themeChoice.hasImageColors }

  /// A pane that `draw` fills. `draw` returns the place of the terminal's cursor.
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

/// An intent that may be refused.
enum Intent {
  /// Open a form.
  case open
  /// Save a form, which may wait.
  case save
  /// Change records by a key, at once or not at all.
  case change
}

/// The clock of the screen.
public struct ScreenClock: Sendable {
  /// Seconds since 1970.
  public var now: @Sendable () -> Double
  /// Seconds from a fixed moment, for durations: the time of day may be set back.
  public var elapsed: @Sendable () -> Double
  /// Calls an action on the main actor after a delay in seconds.
  public var schedule: @Sendable (_ seconds: Double, _ action: @escaping @MainActor @Sendable () -> Void) -> Void
  /// The time zone of shown moments.
  public var zone: CivilZone

  /// Makes a clock.
  public init(
    zone: CivilZone, now: @escaping @Sendable () -> Double, elapsed: @escaping @Sendable () -> Double,
    schedule: @escaping @Sendable (_ seconds: Double, _ action: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.zone = zone
    self.now = now
    self.elapsed = elapsed
    self.schedule = schedule
  }

  /// A clock that does not move: no scheduled action is called.
  public static func fixed(_ now: Double, zone: CivilZone) -> ScreenClock {
    ScreenClock(zone: zone, now: { now }, elapsed: { 0 }, schedule: { _, _ in })
  }

  /// The present time in whole minutes: ages change each minute, and an idle screen stays idle.
  var wholeMinutes: Double { (now() / 60).rounded(.down) * 60 }
}

extension Container {
  /// The time zone of shown and typed moments.
  var timeZone: Factory<CivilZone> { self { .utc } }
}

extension Rect {
  static let empty = Rect(column: 0, row: 0, width: 0, height: 0)
}
