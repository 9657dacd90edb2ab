// Stores dates as text, the default for a `Date` column.

public import FoundationEssentials
public import StructuredQueries

/// A date as text that SQLite's functions read, in UTC with milliseconds: `2026-01-31 12:00:00.125`.
///
/// Such texts are ordered like their dates. It can also read a date without time, times without or with a longer
/// fraction, a `T` between date and time, and a `Z` at the end.
extension Date: QueryBindable {
  /// Reads a text of the form above.
  public init(decoder: inout some QueryDecoder) throws {
    let text = try String(decoder: &decoder)
    guard let date = DateText.date(of: text) else { throw QueryDecodingError.unexpectedValue(text, type: "Date") }
    self = date
  }

  /// The text; an invalid binding for a date outside the years 0 to 9999.
  public var queryBinding: QueryBinding {
    guard let text = DateText.text(of: self) else {
      return .invalid(reason: "The date \(self) is outside of the years 0 to 9999, so SQLite can't read its text.")
    }
    return .text(text)
  }
}

/// The text of a moment in UTC. It uses SQLite's calendar, which has today's leap years in all centuries; Foundation's
/// switches to the older calendar before 1582.
enum DateText {
  private static let millisecondsOfDay = 86_400_000

  /// Nil outside the years 0 to 9999.
  static func text(of date: Date) -> String? {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard -62_167_219_200_000..<253_402_300_800_000 ~= milliseconds else { return nil }
    let total = Int(milliseconds)
    let rest = (total % millisecondsOfDay + millisecondsOfDay) % millisecondsOfDay
    let (year, month, day) = calendarDate(ofDay: (total - rest) / millisecondsOfDay)
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1000)
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - String(number).count) + String(number)
    }
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2)) \(time).\(digits(fraction, 3))"
  }

  /// Nil for a text of another form, or a date that does not exist.
  static func date(of text: String) -> Date? {
    var rest = (text.hasSuffix("Z") ? text.dropLast() : text[...]).utf8
    func number(_ digitCount: Int, behind signs: String = "") -> Int? {
      if !signs.isEmpty {
        guard let sign = rest.popFirst(), signs.utf8.contains(sign) else { return nil }
      }
      let digits = rest.prefix(digitCount)
      guard digits.count == digitCount, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
      rest.removeFirst(digitCount)
      return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard let year = number(4), let month = number(2, behind: "-"), let day = number(2, behind: "-"),
      1...12 ~= month, case let dayNumber = numberOfDay(day, month: month, year: year),
      calendarDate(ofDay: dayNumber) == (year, month, day)
    else { return nil }
    let midnight = Date(timeIntervalSince1970: Double(dayNumber * (millisecondsOfDay / 1000)))
    if rest.isEmpty { return midnight }
    guard let hour = number(2, behind: " T"), let minute = number(2, behind: ":"), let second = number(2, behind: ":"),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let time = midnight.addingTimeInterval(Double((hour * 60 + minute) * 60 + second))
    if rest.isEmpty { return time }
    guard rest.popFirst() == UInt8(ascii: "."), !rest.isEmpty, rest.allSatisfy({ 48...57 ~= $0 }),
      let fraction = Double("0.\(Substring(rest))")
    else { return nil }
    return time.addingTimeInterval(fraction)
  }

  // Years are counted from March, so that a leap day is the last of its year; 400 years repeat.

  /// The number of a day, counted from 1970.
  private static func numberOfDay(_ day: Int, month: Int, year: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let period = (year - (year < 0 ? 399 : 0)) / 400
    let yearOfPeriod = year - period * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return period * 146_097 + yearOfPeriod * 365 + yearOfPeriod / 4 - yearOfPeriod / 100 + dayOfYear - 719_468
  }

  private static func calendarDate(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let number = number + 719_468
    let period = (number - (number < 0 ? 146_096 : 0)) / 146_097
    let dayOfPeriod = number - period * 146_097
    let yearOfPeriod = (dayOfPeriod - dayOfPeriod / 1460 + dayOfPeriod / 36_524 - dayOfPeriod / 146_096) / 365
    let dayOfYear = dayOfPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfPeriod + period * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
