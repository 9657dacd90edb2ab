// A moment in the form of the database: text, parsed only for display.

/// A moment in time, kept as its text in the database.
///
/// A book writes `YYYY-MM-DD HH:MM:SS.SSS` in UTC. Other ISO 8601 forms are read too: a date alone, `T` between date
/// and time, no seconds, any fraction, and `Z` or an offset at the end. Unreadable text has no `secondsSince1970` and
/// is shown unchanged.
public struct Timestamp: Hashable, Sendable {
  /// The text in the database.
  public var text: String

  /// Takes any text as a moment.
  public init(text: String) { self.text = text }

  /// Makes the moment in the form of a book, in UTC with milliseconds.
  public init(secondsSince1970: Double) {
    let milliseconds = Int((secondsSince1970 * 1000).rounded())
    let (days, rest) = milliseconds.quotientAndFloorRemainder(dividingBy: 86_400_000)
    let (year, month, day) = CivilDate.date(daysSince1970: days)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    text =
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) "
      + "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):"
      + "\(padded(rest / 1000 % 60, 2)).\(padded(rest % 1000, 3))"
  }

  /// Seconds since 1970-01-01 00:00 UTC; nil if the text is not a moment.
  public var secondsSince1970: Double? {
    var text = text
    return text.withUTF8 { bytes in
      var parser = TimestampParser(bytes)
      return parser.parse()
    }
  }

  /// The text of a moment to the second; nil if it has no fraction of a second.
  var textWithoutFraction: String? {
    let bytes = Array(text.utf8)
    guard bytes.count > 19, bytes[19] == UInt8(ascii: ".") || bytes[19] == UInt8(ascii: ","), secondsSince1970 != nil
    else { return nil }
    let end = bytes[20...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.endIndex
    return String(decoding: bytes[..<19] + bytes[end...], as: UTF8.self)
  }

  /// Whether the text of a moment names its time zone: `Z`, or an offset after the date.
  public var isZoned: Bool { text.dropFirst(10).contains { $0 == "Z" || $0 == "+" || $0 == "-" } }
}

extension Int {
  fileprivate func quotientAndFloorRemainder(dividingBy divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
