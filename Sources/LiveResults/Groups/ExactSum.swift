// Sums of real numbers without rounding, so that what was added can be taken away.

import Databases
import Glibc

/// An exact sum of real numbers: an integer multiple of 2^-1074, the smallest number that is not 0.
struct ExactSum {
  /// Digits in base 2^32, from the least one on. Each may have any sign and up to 56 bits.
  private var digits: [Int] = []
  /// The place of the first digit.
  private var first = 0

  /// The exponent of the place of the number 1.
  private static let onePlace = 1074

  private mutating func add(_ digit: Int, at place: Int) {
    guard digit != 0 else { return }
    if digits.isEmpty { first = place }
    if place < first {
      digits.insert(contentsOf: repeatElement(0, count: first - place), at: 0)
      first = place
    }
    while place >= first + digits.count { digits.append(0) }
    let sum = digits[place - first] + digit
    guard sum.magnitude >= 1 << 56 else {
      digits[place - first] = sum
      return
    }
    // Each digit stays small, so that no addition overflows.
    digits[place - first] = sum & 0xFFFF_FFFF
    add(sum >> 32, at: place + 1)
  }

  /// Adds an integer times 2^exponent.
  private mutating func add(_ magnitude: UInt64, _ exponent: Int, isNegative: Bool) {
    let (place, shift) = ((exponent + Self.onePlace) / 32, (exponent + Self.onePlace) % 32)
    let sign = isNegative ? -1 : 1
    let (high, low) = (magnitude >> 32, magnitude & 0xFFFF_FFFF)
    for (index, part) in [low << shift, high << shift].enumerated() {
      add(sign * Int(part & 0xFFFF_FFFF), at: place + index)
      add(sign * Int(part >> 32), at: place + index + 1)
    }
  }

  /// Adds a number `weight` times. It must be finite.
  mutating func add(_ number: Double, _ weight: Int) {
    guard number != 0 else { return }
    let isNormal = number.exponentBitPattern != 0
    let exponent = Int(number.exponentBitPattern) - (isNormal ? 1075 : 1074)
    let magnitude = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
    for _ in 0..<abs(weight) { add(magnitude, exponent, isNegative: (number < 0) != (weight < 0)) }
  }

  /// Adds an integer.
  mutating func add(_ number: Int128) {
    let magnitude = number.magnitude
    add(UInt64(truncatingIfNeeded: magnitude), 0, isNegative: number < 0)
    add(UInt64(truncatingIfNeeded: magnitude >> 64), 64, isNegative: number < 0)
  }

  /// The nearest real number.
  var value: Double {
    var (digits, carry) = (digits, 0)
    func carryOver(_ digit: Int) -> Int {
      let sum = digit + carry
      carry = sum >> 32
      return sum & 0xFFFF_FFFF
    }
    for index in digits.indices { digits[index] = carryOver(digits[index]) }
    while carry != 0, carry != -1 { digits.append(carryOver(0)) }
    let isNegative = carry == -1
    if isNegative {
      carry = 1
      for index in digits.indices { digits[index] = carryOver(~digits[index] & 0xFFFF_FFFF) }
    }
    guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // Three digits have at least 65 bits; the other digits only decide how to round.
    var mantissa: UInt128 = 0
    for index in stride(from: top, through: top - 2, by: -1) {
      mantissa = mantissa << 32 | UInt128(index >= 0 ? digits[index] : 0)
    }
    if top >= 3, digits[..<(top - 2)].contains(where: { $0 != 0 }) { mantissa |= 1 }
    let exponent = 32 * (first + top - 2) - Self.onePlace
    return scalbn(isNegative ? -Double(mantissa) : Double(mantissa), exponent)
  }
}

/// A number that an aggregate makes of a value.
enum AggregateNumber {
  case integer(Int)
  case real(Double)

  /// As `sum` does: a text that is an integer as a whole counts as one; of other texts and blobs the number at the
  /// start counts, as a real one.
  init(_ value: ExactValue) {
    switch value {
    case .null: self = .real(0)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let bytes), .utf16(let bytes, _): self.init(bytes, mayBeInteger: true)
    case .blob(let bytes): self.init(bytes, mayBeInteger: false)
    }
  }

  private init(_ bytes: [UInt8], mayBeInteger: Bool) {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
    var end = start
    if end < bytes.count, [43, 45].contains(bytes[end]) { end += 1 }
    let digits = end
    func passDigits() { while end < bytes.count, isDigit(bytes[end]) { end += 1 } }
    passDigits()
    let isInteger = end > digits && bytes[end...].allSatisfy(isSpace)
    if mayBeInteger, isInteger, let number = Int(String(decoding: bytes[start..<end], as: UTF8.self)) {
      self = .integer(number)
      return
    }
    var hasDigits = end > digits
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      let point = end
      end += 1
      passDigits()
      hasDigits = hasDigits || end > point + 1
    }
    guard hasDigits else {
      self = .real(0)
      return
    }
    if end < bytes.count, bytes[end] | 32 == UInt8(ascii: "e") {
      let mantissaEnd = end
      end += 1
      if end < bytes.count, [43, 45].contains(bytes[end]) { end += 1 }
      let exponent = end
      passDigits()
      if end == exponent { end = mantissaEnd }
    }
    self = .real(strtod(String(decoding: bytes[start..<end], as: UTF8.self), nil))
  }
}
