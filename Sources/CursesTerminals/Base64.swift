/// Encodes bytes as base64 (RFC 4648).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes as letters, digits, `+` and `/`, padded with `=`.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let isFiller = place > group.count
        text.append(isFiller ? UInt8(ascii: "=") : digits[Int(value >> (18 - 6 * UInt32(place)) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
