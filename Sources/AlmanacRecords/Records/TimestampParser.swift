// Reads the ISO 8601 forms of a moment.

/// Reads the bytes of one text from front to back; every step returns nil if the text is not a moment.
struct TimestampParser {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  /// `bytes` must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

  /// Seconds since 1970-01-01 00:00 UTC.
  mutating func parse() -> Double? {
    guard let year = digits(4), take("-"), let month = digits(2), (1...12).contains(month), take("-"),
      let day = digits(2), day >= 1, day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    var seconds = Double(CivilDate.daysSince1970(year: year, month: month, day: day)) * 86_400
    guard !rest.isEmpty else { return seconds }
    guard take("T") || take(" "), let time = timeOfDay(), let offset = offset(), rest.isEmpty else { return nil }
    seconds += time - offset
    return seconds
  }

  private mutating func timeOfDay() -> Double? {
    guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    guard take(":") else { return seconds }
    guard let second = digits(2), second <= 60 else { return nil }
    seconds += Double(second)
    if take(".") || take(",") {
      var scale = 0.1
      var count = 0
      while let digit = digits(1) {
        seconds += Double(digit) * scale
        scale /= 10
        count += 1
      }
      guard count > 0 else { return nil }
    }
    return seconds
  }

  /// Seconds east of UTC, from an empty rest, `Z`, `+hh`, `+hhmm` or `+hh:mm`.
  private mutating func offset() -> Double? {
    if rest.isEmpty || take("Z") { return 0 }
    let sign: Double
    if take("+") {
      sign = 1
    } else if take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hour = digits(2), hour < 24 else { return nil }
    if rest.isEmpty { return sign * Double(hour * 3600) }
    _ = take(":")
    guard let minute = digits(2), minute < 60 else { return nil }
    return sign * Double(hour * 3600 + minute * 60)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for byte in rest.prefix(count) {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    guard rest.count >= count else { return nil }
    rest.removeFirst(count)
    return value
  }
}
