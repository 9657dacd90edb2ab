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

  /// The month of the date `YYYY-MM-DD` at the start of a text; nil if there is no date.
  init?(date bytes: UnsafeRawBufferPointer) {
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    let dash = UInt8(ascii: "-")
    guard bytes.count >= 10, bytes[4] == dash, bytes[7] == dash, let year = number(0..<4),
      let month = number(5..<7), (1...12).contains(month), let day = number(8..<10), day >= 1,
      day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    // With more digits it would be another number.
    if bytes.count > 10, (0x30...0x39).contains(bytes[10]) { return nil }
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
