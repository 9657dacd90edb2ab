// How a typed date becomes the number of a column that counts time.
public import Databases
import Glibc

/// The dates that a person can type into a column whose numbers mean moments.
public struct TypedMoments: Hashable, Sendable {
  private let unit: MomentUnit
  /// The time zone of a date that names none.
  private let zone: CivilZone
  /// Whether the column stores real numbers, which have room for parts of a second.
  private let isReal: Bool

  /// The dates for a column; nil if its numbers mean no moments.
  public init?(_ column: String, of table: ListedTable, zone: CivilZone) {
    guard case .number(let unit) = table.meaning(of: column) else { return nil }
    (self.unit, self.zone) = (unit, zone)
    isReal = table.style.editing.columns.first { $0.name == column }?.affinity == .real
  }

  /// The number for a date in one of the forms that `Timestamp` reads: a real number if the column stores such, or if
  /// `old` is one. Nil for any other text.
  public func value(of text: String, over old: ExactValue?) -> ExactValue? {
    let timestamp = Timestamp(text: text)
    guard var moment = timestamp.secondsSince1970 else { return nil }
    if !timestamp.isZoned { moment = zone.moment(ofClock: moment) }
    if case .real = old { return .real(unit.number(of: moment)) }
    return isReal ? .real(unit.number(of: moment)) : unit.value(of: moment)
  }

  /// The numbers of all moments that a typed date, or date and time, has in it: a year, a month, a day, a minute or a
  /// second. The end is not one of them. Nil for any other text.
  func interval(of text: String) -> (start: ExactValue, end: ExactValue)? {
    if let (start, end) = Self.days(of: text) { return interval(from: start, to: end) }
    let timestamp = Timestamp(text: text)
    guard let clock = timestamp.secondsSince1970 else { return nil }
    // A second colon is followed by seconds; a zone may have one too.
    let time = text.dropFirst(11).prefix { $0.isNumber || $0 == ":" }
    let length = time.isEmpty ? 86_400.0 : time.count <= 5 ? 60 : 1
    // A day may have 23 or 25 hours.
    return timestamp.isZoned ? between(clock, clock + length) : interval(from: clock, to: clock + length)
  }

  /// The numbers between two times on the clock.
  private func interval(from start: Double, to end: Double) -> (start: ExactValue, end: ExactValue)? {
    between(zone.moment(ofClock: start), zone.moment(ofClock: end))
  }

  private func between(_ start: Double, _ end: Double) -> (start: ExactValue, end: ExactValue)? {
    guard let start = unit.value(of: start), let end = unit.value(of: end) else { return nil }
    return (start, end)
  }

  /// The beginning and the end of a year or a month, `2026` or `2026-01`; nil for any other text.
  static func days(of text: String) -> (start: Double, end: Double)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard [4, 7].contains(text.utf8.count), parts[0].utf8.count == 4, parts.count == (text.utf8.count == 4 ? 1 : 2),
      let year = Int(parts[0]), (1900...2999).contains(year)
    else { return nil }
    func first(_ month: Int) -> Double? {
      let (years, place) = ((month - 1) / 12, (month - 1) % 12 + 1)
      let digits = place < 10 ? "0\(place)" : "\(place)"
      return Timestamp(text: "\(year + years)-\(digits)-01").secondsSince1970
    }
    let month = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
    guard (1...12).contains(month), let start = first(month), let end = first(month + (parts.count == 2 ? 1 : 12))
    else {
      return nil
    }
    return (start, end)
  }

  /// The moment of a value in the person's time zone; nil if it is none.
  public func words(for value: ExactValue) -> String? {
    ValueMeaning.number(unit).words(for: Excerpt(value), in: zone)
  }
}

extension MomentUnit {
  /// The number of a moment in seconds since 1970.
  fileprivate func number(of moment: Double) -> Double { (moment - scale.zero) * scale.perSecond }

  /// The same as the unit is usually stored: days are real numbers, all others integers. Nil if the integer is too large.
  fileprivate func value(of moment: Double) -> ExactValue? {
    if self == .julianDays { return .real(number(of: moment)) }
    // A real number of nanoseconds would be exact only to the microsecond.
    let whole = moment.rounded(.down)
    let (units, isTooLarge) = Int(whole - scale.zero).multipliedReportingOverflow(by: Int(scale.perSecond))
    let (sum, overflows) = units.addingReportingOverflow(Int(((moment - whole) * scale.perSecond).rounded()))
    return isTooLarge || overflows ? nil : .integer(sum)
  }
}

extension CivilZone {
  /// The moment at which clocks of the zone show a time, given as if it were UTC. Of two such moments it is the one that
  /// the system prefers.
  fileprivate func moment(ofClock time: Double) -> Double {
    guard self == .local, var seconds = time_t(exactly: time.rounded(.down)) else { return time }
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return time }
    parts.tm_isdst = -1
    let moment = mktime(&parts)
    return Double(moment) + time - Double(seconds)
  }
}
