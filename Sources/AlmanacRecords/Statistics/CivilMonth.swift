/// A month of a year.
public struct CivilMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year.
  public var year: Int
  /// The month, from 1 to 12.
  public var month: Int

  /// Makes a month; January is 1.
  public init(year: Int, month: Int) {
    guard (1...12).contains(month) else { fatalError("A year has the months 1 to 12, not \(month).") }
    self.year = year
    self.month = month
  }

  /// The month of a moment in UTC, given in seconds since 1970.
  public init(at moment: Double) {
    let date = CivilDate.date(daysSince1970: Int((moment / 86_400).rounded(.down)))
    (year, month) = (date.year, date.month)
  }

  /// The month written as `YYYY-MM`; nil if the text is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-")
    guard text.utf8.count == 7, parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]),
      (1...12).contains(month)
    else { return nil }
    (self.year, self.month) = (year, month)
  }

  /// The month so many months later.
  public func advanced(by months: Int) -> CivilMonth {
    let count = year * 12 + month - 1 + months
    let year = count >= 0 ? count / 12 : (count - 11) / 12
    return CivilMonth(year: year, month: count - year * 12 + 1)
  }

  /// The month as `YYYY-MM`.
  public var description: String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + (month < 10 ? "-0" : "-") + String(month)
  }

  public static func < (a: CivilMonth, b: CivilMonth) -> Bool { (a.year, a.month) < (b.year, b.month) }
}
