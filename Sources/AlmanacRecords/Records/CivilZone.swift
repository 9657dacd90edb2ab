// The time zone for displayed moments. Stored moments and piped output are in UTC.

import Glibc

/// A time zone for displayed moments.
public enum CivilZone: Hashable, Sendable {
  /// Coordinated universal time.
  case utc
  /// The person's own: from `TZ` or the system.
  case local

  /// Formats a moment in seconds since 1970 as `YYYY-MM-DD HH:MM:SS`. Also returns the name of the zone at that moment:
  /// `UTC`, `CET`, `CEST`.
  public func text(of moment: Double) -> (time: String, name: String) {
    guard self == .local, Self.isLocalKnown, let seconds = time_t(exactly: moment.rounded(.down)) else {
      return (Self.written(moment), "UTC")
    }
    var time = seconds
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return (Self.written(moment), "UTC") }
    return (Self.written(moment + Double(parts.tm_gmtoff)), parts.tm_zone.map { String(cString: $0) } ?? "")
  }

  /// The time of a moment without seconds, and without the day if that is the one of `now`: `18:40`.
  func shortText(of moment: Double, at now: Double) -> String {
    let (time, present) = (text(of: moment).time, text(of: now).time)
    let text = time.dropLast(3)
    return String(time.prefix(10) == present.prefix(10) ? text.dropFirst(11) : text)
  }

  /// The time of a moment for a list. If the clocks show it twice, because they go back, the zone is added: `2026-10-25
  /// 02:30:00 CET`.
  public func listed(_ moment: Double) -> String {
    let (time, name) = text(of: moment)
    guard self == .local, let shift = Self.shift(at: moment) else { return time }
    // The clocks of most places go back once a year, by about an hour. The two offsets are those of the days before and
    // after.
    let others = [moment - 86_400, moment + 86_400].compactMap(Self.shift).filter { $0 != shift }
    for other in others {
      let twin = moment + shift - other
      guard Self.shift(at: twin) == other else { continue }
      return "\(time) \(text(of: twin).name == name ? Self.offset(shift) : name)"
    }
    return time
  }

  /// The offset of the clocks from UTC at a moment, in seconds; nil if unknown.
  private static func shift(at moment: Double) -> Double? {
    guard isLocalKnown, var seconds = time_t(exactly: moment.rounded(.down)) else { return nil }
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : Double(parts.tm_gmtoff)
  }

  /// The offset as text: `+01:00`.
  private static func offset(_ shift: Double) -> String {
    let minutes = Int(abs(shift)) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (shift < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  private static func written(_ moment: Double) -> String {
    String(Timestamp(secondsSince1970: moment).text.dropLast(4))
  }

  /// Calls `tzset`, since `localtime_r` need not read `TZ` by itself.
  private static let isLocalKnown: Bool = {
    tzset()
    return true
  }()
}
