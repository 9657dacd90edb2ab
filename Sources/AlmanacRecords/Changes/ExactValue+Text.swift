// Exact values as SQL fragments and as text.
public import Databases
import StructuredQueries

extension ExactValue {
  /// The value as an SQL fragment with a binding.
  var fragment: QueryFragment {
    let binding: QueryBinding =
      switch self {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let bytes): .encodedText(bytes, .utf8)
      case .utf16(let bytes, let isBigEndian): .encodedText(bytes, .utf16(isBigEndian: isBigEndian))
      case .blob(let bytes): .blob(bytes)
      }
    return QueryFragment(bind: binding)
  }

  /// The value as readable text; only the beginning of a long one.
  public var shown: String { shown(limit: 100) }

  /// The same with a limit in characters of a text or bytes of a blob, and `…` for the rest.
  func shown(limit: Int) -> String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .real(let value): return String(value)
    case .text, .utf16:
      // One character may take several bytes.
      let length = max(Excerpt.textLength, 4 * limit)
      let text = beginning(length).repairedString ?? ""
      let start = text.prefix(limit)
      return start.endIndex == text.endIndex && length >= byteCount ? text : "\(start)…"
    case .blob(let bytes): return Self.hexadecimal(bytes, limit: limit)
    }
  }

  /// The value, limited to so many bytes if it is a text, without splitting a UTF-8 character.
  private func beginning(_ length: Int) -> ExactValue {
    switch self {
    case .text(let bytes) where bytes.count > length:
      let isInside: (UInt8) -> Bool = { $0 & 0xC0 == 0x80 }
      let end = (length - 3...length).last { !isInside(bytes[$0]) } ?? length
      return .text(Array(bytes[..<end]))
    case .utf16(let bytes, let isBigEndian) where bytes.count > length:
      return .utf16(Array(bytes.prefix(length)), isBigEndian: isBigEndian)
    default: return self
    }
  }

  /// The bytes as SQL writes them, `x'00ff'`; above `limit` bytes only the first ones, followed by `…`.
  public static func hexadecimal(_ bytes: [UInt8], limit: Int) -> String {
    let digits = bytes.prefix(limit).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    return "x'\(digits)\(bytes.count > limit ? "…" : "'")"
  }

  /// The bytes of `x'00ff'`; nil for any other text.
  public static func bytes(hexadecimal digits: [UInt8]) -> [UInt8]? {
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

  /// The value of a hexadecimal digit; nil for another byte.
  static func digit(_ byte: UInt8) -> UInt8? {
    byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) : nil
  }
}
