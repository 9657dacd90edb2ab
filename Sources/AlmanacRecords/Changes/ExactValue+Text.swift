// Exact values and text.

extension ExactValue {
  /// `text` in UTF-8.
  public static func text(_ text: String) -> ExactValue { .text(Array(text.utf8)) }

  /// The text, where the value is text and valid UTF-8.
  public var string: String? {
    guard case .text(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The bytes as SQL writes them, `x'00ff'`; of more than `limit` bytes only so many, with `…` behind.
  public static func hexadecimal(_ bytes: [UInt8], limit: Int) -> String {
    let digits = bytes.prefix(limit).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    return "x'\(digits)\(bytes.count > limit ? "…" : "'")"
  }
}
