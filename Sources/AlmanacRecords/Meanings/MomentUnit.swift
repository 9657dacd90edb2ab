// The units in which numbers count moments.

/// The unit and the zero of a number that means a moment.
package enum MomentUnit: Hashable, Sendable {
  case seconds
  case milliseconds
  case microseconds
  case nanoseconds
  /// The unit of Apple's programs.
  case secondsSince2001
  case millisecondsSince2001
  case microsecondsSince2001
  case nanosecondsSince2001
  /// The unit of browsers.
  case microsecondsSince1601
  /// The unit of Windows: a hundred nanoseconds.
  case fileTime
  /// The unit of .NET, from year 1: a hundred nanoseconds.
  case ticks
  /// Days since noon of the first day of 4713 BC, the unit of SQLite's `julianday`.
  case julianDays

  /// The number of units in a second, and the moment of zero in seconds since 1970.
  var scale: (perSecond: Double, zero: Double) {
    switch self {
    case .seconds: (1, 0)
    case .milliseconds: (1e3, 0)
    case .microseconds: (1e6, 0)
    case .nanoseconds: (1e9, 0)
    case .secondsSince2001: (1, 978_307_200)
    case .millisecondsSince2001: (1e3, 978_307_200)
    case .microsecondsSince2001: (1e6, 978_307_200)
    case .nanosecondsSince2001: (1e9, 978_307_200)
    case .microsecondsSince1601: (1e6, -11_644_473_600)
    case .fileTime: (1e7, -11_644_473_600)
    case .ticks: (1e7, -62_135_596_800)
    case .julianDays: (1 / 86_400, -210_866_760_000)
    }
  }

  /// The moment of a number, in seconds since 1970.
  package func moment(_ number: Double) -> Double { number / scale.perSecond + scale.zero }

  /// The moment of a number in a column of moments; nil if it is implausible. A number near zero means nothing or
  /// never, or is a plain number. A moment before 1900 is unlikely, and no year has five digits.
  func plausibleMoment(_ number: Double) -> Double? {
    let moment = moment(number)
    return Self.known.contains(moment) && abs(moment - scale.zero) >= Self.year ? moment : nil
  }

  private static let year = 31_536_000.0
  /// From 1900 to 9999.
  private static let known = -2_208_988_800.0..<253_402_300_800

  /// Whether the unit is so coarse that its numbers may as well count bytes or people.
  var isCoarse: Bool { scale.perSecond <= 1 }

  // MARK: Finding the unit

  /// The only unit in which a number is a moment of our time; nil if there is none. A number can be a moment in two
  /// units: 757382400 is a second of 1994 and one of Apple's of 2025. The file decides which one it is.
  init?(of value: Excerpt, in column: ColumnHints) {
    guard let number = value.number else { return nil }
    if column.isOfTicks, Self.since1990.contains(Self.ticks.moment(number)) {
      self = .ticks
      return
    }
    guard column.isOfMoments else { return nil }
    if case .real = value, Self.since1990.contains(Self.julianDays.moment(number)) {
      self = .julianDays
      return
    }
    self.init(number, countsFrom2001: column.countsFrom2001, reach: column.reach)
  }

  /// The same for a number in a column of moments, if they are no ticks and no days.
  init?(_ number: Double, countsFrom2001: Bool, reach: ColumnHints.Reach) {
    let near = countsFrom2001 ? Self.ofApple : Self.usual
    let far = (countsFrom2001 ? Self.farOfApple : Self.farUsual)[reach] ?? []
    guard
      let unit = (near + far).first(where: { unit, years in unit.plausibleMoment(number).map(years.contains) == true })
    else { return nil }
    self = unit.unit
  }

  /// From 1990 to 2059.
  private static let since1990 = 631_152_000.0..<2_840_140_800
  /// From 1997: below this, a number of seconds since 1970 may also be a moment of Apple's programs, up to 2027.
  private static let since1997 = 850_000_000.0..<2_840_140_800

  private typealias Units = [(unit: MomentUnit, years: Range<Double>)]

  /// The units of most files, in no order: no number is a moment in two of them.
  private static let usual: Units = [
    (.seconds, since1997), (.milliseconds, since1997), (.microseconds, since1997), (.nanoseconds, since1997),
    (.microsecondsSince1601, since1990), (.fileTime, since1990),
  ]

  /// The same for moments of another time, where the name of the column suggests it and the number is none of our time.
  /// Seconds of a birth may count from 2001 too: the file decides. No program counts small units from 2001, except
  /// nanoseconds.
  private static let farUsual: [ColumnHints.Reach: Units] = [
    .past: [(.milliseconds, births), (.microseconds, births)],
    .future: [(.seconds, since2060), (.milliseconds, since2060), (.microseconds, 2_840_140_800..<12_000_000_000)],
  ]
  private static let farOfApple: [ColumnHints.Reach: Units] = [
    .past: [(.secondsSince2001, births)], .future: [(.secondsSince2001, since2060)],
  ]

  /// The years of people's births, from 1900 to 2030.
  private static let births = -2_208_988_800.0..<1_924_992_000
  private static let since2060 = 2_840_140_800.0..<known.upperBound

  /// Whether a number can be a birth in this unit.
  func isBirth(_ number: Double) -> Bool { plausibleMoment(number).map(Self.births.contains) ?? false }

  /// The units of a file of Apple's, in no order: a number that would mean 2031 or later if counted from 2001 counts
  /// from 1970.
  private static let ofApple: Units = {
    let (since2000, since2002) = (946_684_800.0..<2_840_140_800, 1_009_843_200.0..<1_924_992_000)
    return [
      (.secondsSince2001, since2002), (.millisecondsSince2001, since2002), (.microsecondsSince2001, since2002),
      (.nanosecondsSince2001, since2002), (.seconds, since2000), (.milliseconds, since2000),
      (.microseconds, since2000), (.nanoseconds, since2000), (.microsecondsSince1601, since1990),
    ]
  }()
}

extension Excerpt {
  /// The value of a number; nil for other values.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: nil
    }
  }
}
