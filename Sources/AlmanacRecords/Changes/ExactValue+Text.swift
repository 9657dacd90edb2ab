// Exact values in statements, and as SQL writes them.
public import Databases
import StructuredQueries

extension ExactValue {
  /// The value in a statement.
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

  /// The value as a person reads it; of many bytes only the first.
  public var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text, .utf16: String((repairedString ?? "").prefix(100))
    case .blob(let bytes): Self.hexadecimal(bytes, limit: 100)
    }
  }

  /// The bytes as SQL writes them, `x'00ff'`; of more than `limit` bytes only so many, with `…` behind.
  public static func hexadecimal(_ bytes: [UInt8], limit: Int) -> String {
    let digits = bytes.prefix(limit).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    return "x'\(digits)\(bytes.count > limit ? "…" : "'")"
  }
}
