// How long ago a moment was, or how long it is until then, in a few characters.
import AlmanacRecords

/// The age of a moment in whole units: `now`, minutes, hours, days, months, years.
public enum Age {
  /// The greatest width of ages up to a year, so that a column of them keeps its width: `59 min`.
  static let usualWidth = 6
  /// The same for phrases: `59 min ago`.
  static let usualPhraseWidth = 10

  /// So many seconds away from now a list shows the day instead of the age, which would tell little.
  static let month = 30 * 86_400.0

  /// `now` within a minute, then `5 min`, `3 h`, `5 d`, `2 mo`, `4 y`; for a future moment `in 5 min`, and so on.
  public static func text(from moment: Double, to now: Double) -> String {
    let minutes = (abs(now - moment) / 60).rounded(.down)
    guard minutes >= 1 else { return "now" }
    return moment > now ? "in \(steps(minutes))" : steps(minutes)
  }

  /// The same in a sentence: `now`, `5 d ago`, `in 5 d`.
  public static func phrase(from moment: Double, to now: Double) -> String {
    let text = text(from: moment, to: now)
    return moment > now || text == "now" ? text : text + " ago"
  }

  /// A moment in a time zone, and how long ago it was.
  static func detail(of moment: Double, at now: Double, in zone: CivilZone) -> String {
    let (time, name) = zone.text(of: moment)
    return "\(time) \(name) · \(phrase(from: moment, to: now))"
  }

  private static func steps(_ minutes: Double) -> String {
    switch minutes {
    case ..<60: "\(Int(minutes)) min"
    case ..<1440: "\(Int(minutes) / 60) h"
    case ..<43_200: "\(Int(minutes) / 1440) d"
    case ..<525_600: "\(Int(minutes) / 43_200) mo"
    default: "\(Int(minutes) / 525_600) y"
    }
  }
}
