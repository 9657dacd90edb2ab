// In which time zone moments are shown. What is stored, and what goes into a pipe, is in UTC.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A time zone in which moments are shown.
public enum CivilZone: Hashable, Sendable {
  /// Coordinated universal time.
  case utc
  /// The person's own: that of `TZ`, or the system's.
  case local

  /// A moment in seconds since 1970, as `YYYY-MM-DD HH:MM:SS`, and what the zone is called at that moment: `UTC`, `CET`,
  /// `CEST`.
  public func text(of moment: Double) -> (time: String, name: String) {
    guard self == .local, Self.isLocalKnown, let seconds = time_t(exactly: moment.rounded(.down)) else {
      return (Self.written(moment), "UTC")
    }
    var time = seconds
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return (Self.written(moment), "UTC") }
    return (Self.written(moment + Double(parts.tm_gmtoff)), parts.tm_zone.map { String(cString: $0) } ?? "")
  }

  /// The time of a moment, for a list; where the clocks show the same time twice, since they go back, with what tells the
  /// two apart: the zone, `2026-10-25 02:30:00 CET`.
  public func listed(_ moment: Double) -> String {
    let (time, name) = text(of: moment)
    guard self == .local, let shift = Self.shift(at: moment) else { return time }
    // The clocks of most places go back once in a year, by an hour or so; the two offsets are those of the days around.
    let others = [moment - 86_400, moment + 86_400].compactMap(Self.shift).filter { $0 != shift }
    for other in others {
      let twin = moment + shift - other
      guard Self.shift(at: twin) == other else { continue }
      return "\(time) \(text(of: twin).name == name ? Self.offset(shift) : name)"
    }
    return time
  }

  /// How many seconds the clocks are ahead of UTC at a moment.
  private static func shift(at moment: Double) -> Double? {
    guard isLocalKnown, var seconds = time_t(exactly: moment.rounded(.down)) else { return nil }
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : Double(parts.tm_gmtoff)
  }

  /// `+01:00`.
  private static func offset(_ shift: Double) -> String {
    let minutes = Int(abs(shift)) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (shift < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  private static func written(_ moment: Double) -> String {
    String(Timestamp(secondsSince1970: moment).text.prefix(19))
  }

  /// `localtime_r` need not look at `TZ` by itself.
  private static let isLocalKnown: Bool = {
    tzset()
    return true
  }()
}
