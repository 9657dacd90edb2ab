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

  private static func written(_ moment: Double) -> String {
    String(Timestamp(secondsSince1970: moment).text.prefix(19))
  }

  /// `localtime_r` need not look at `TZ` by itself.
  private static let isLocalKnown: Bool = {
    tzset()
    return true
  }()
}
