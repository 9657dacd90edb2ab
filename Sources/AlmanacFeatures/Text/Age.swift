// How long ago something was, in a few characters.

/// The age of a moment in whole steps: `now`, minutes, hours, days, months, years.
public enum Age {
  /// `now` within a minute (and for what lies ahead), then `5 min`, `3 h`, `5 d`, `2 mo`, `4 y`.
  public static func text(from moment: Double, to now: Double) -> String {
    let minutes = Int(((now - moment) / 60).rounded(.down))
    switch minutes {
    case ..<1: return "now"
    case ..<60: return "\(minutes) min"
    case ..<1440: return "\(minutes / 60) h"
    case ..<43_200: return "\(minutes / 1440) d"
    case ..<525_600: return "\(minutes / 43_200) mo"
    default: return "\(minutes / 525_600) y"
    }
  }
}
