// One value as JSON writes it, and bytes as SQL does: JSON has none.
import Databases

/// A value behind `COLUMN:=`.
enum JSONScalar {
  /// Why a text is no value of a column, as the rest of a sentence that begins with it.
  struct Problem: Error {
    let predicate: String
  }

  /// The value that `text` stands for; true and false are 1 and 0.
  static func value(_ text: String) throws(Problem) -> ExactValue {
    switch text {
    case "null": return .null
    case "true": return .integer(1)
    case "false": return .integer(0)
    default: break
    }
    if let number = try number(text) { return number }
    if let bytes = bytes(text) { return .blob(bytes) }
    switch text.unicodeScalars.first {
    case "\"": return .text(try string(text))
    case "[": throw Problem(predicate: "is an array; COLUMN=TEXT stores it as a text")
    case "{": throw Problem(predicate: "is an object; COLUMN=TEXT stores it as a text")
    default:
      throw Problem(predicate: "is not one: write null, true, false, a number, or a text in double quotes")
    }
  }

  /// The bytes of `x'00ff'`; `nil` where it is something other.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count >= 3, digits.count % 2 == 1, digits[0] | 0x20 == UInt8(ascii: "x"),
      digits[1] == UInt8(ascii: "'"), digits.last == UInt8(ascii: "'")
    else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 2, to: digits.count - 1, by: 2) {
      guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// The number that `text` is; `nil` where it is none. Throws where an integer is beyond those that SQLite has.
  private static func number(_ text: String) throws(Problem) -> ExactValue? {
    var rest = Substring(text).utf8
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func take(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("-")
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return nil }
    var isInteger = true
    if take(".") {
      isInteger = false
      if digits() == 0 { return nil }
    }
    if take("eE") {
      isInteger = false
      _ = take("+-")
      if digits() == 0 { return nil }
    }
    guard rest.isEmpty else { return nil }
    if !isInteger { return Double(text).map(ExactValue.real) }
    guard let integer = Int(text) else {
      throw Problem(predicate: "is too large for an integer; \(text).0 is the nearest real number")
    }
    return .integer(integer)
  }

  /// The text between double quotes.
  private static func string(_ text: String) throws(Problem) -> String {
    let problem = Problem(
      predicate: "is not a text in JSON: end it with a double quote, and inside it write \\\" and \\\\")
    var scalars = text.unicodeScalars.dropFirst()
    var units: [UInt16] = []
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"":
        guard scalars.isEmpty, let string = String(validating: units, as: UTF16.self) else { throw problem }
        return string
      case "\\": units.append(try escaped(&scalars, problem))
      case "\u{0}"..."\u{1F}": throw problem
      default: units += Array(UTF16.encode(scalar)!)
      }
    }
    throw problem
  }

  private static func escaped(
    _ scalars: inout Substring.UnicodeScalarView, _ problem: Problem
  ) throws(Problem) -> UInt16 {
    switch scalars.popFirst() {
    case "\"": return 0x22
    case "\\": return 0x5C
    case "/": return 0x2F
    case "b": return 0x08
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "u":
      let digits = scalars.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
        let unit = UInt16(String(Substring(digits)), radix: 16)
      else { throw problem }
      scalars = scalars.dropFirst(4)
      return unit
    default: throw problem
    }
  }
}
