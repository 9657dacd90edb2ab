import Databases

extension ExactValue {
  /// Whether SQLite sorts this value before another, with texts compared byte by byte.
  func precedes(_ other: ExactValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): Double(a) < b
    case (.real(let a), .integer(let b)): a < Double(b)
    case (.text(let a), .text(let b)), (.blob(let a), .blob(let b)): a.lexicographicallyPrecedes(b)
    default: rank < other.rank
    }
  }

  /// The value with a text's bytes in the encoding of a file; other values are unchanged.
  func stored(_ encoding: TextEncoding) -> ExactValue {
    guard case .text(let bytes) = self, case .utf16(let isBigEndian) = encoding else { return self }
    return .text(
      String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      })
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text, .utf16: 2
    case .blob: 3
    }
  }
}
