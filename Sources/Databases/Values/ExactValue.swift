// A value as SQLite stores it, byte for byte.

/// An exact value of a column: text is kept as bytes, because it may be invalid in its encoding.
public enum ExactValue: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer of 64 bits.
  case integer(Int)
  /// A real number.
  case real(Double)
  /// Text as UTF-8, valid or not. Also valid text of a UTF-16 file: the conversion to UTF-8 and back keeps it.
  case text([UInt8])
  /// Text of a UTF-16 file that conversion to UTF-8 and back would change: it has a lone surrogate, an odd number of
  /// bytes, or U+FFFE or U+FFFF, which SQLite replaces.
  case utf16([UInt8], isBigEndian: Bool)
  /// Bytes.
  case blob([UInt8])

  /// `text` in UTF-8.
  public static func text(_ text: String) -> ExactValue { .text(Array(text.utf8)) }

  /// The text, if the value is valid text.
  public var string: String? {
    guard case .text(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text, with U+FFFD for invalid parts; nil if the value is no text.
  public var repairedString: String? {
    switch self {
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .utf16(let bytes, let isBigEndian):
      String(decoding: Self.units(bytes, isBigEndian: isBigEndian), as: UTF16.self)
    case .null, .integer, .real, .blob: nil
    }
  }

  /// The number of bytes of a text or a blob; 0 for other values.
  public var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let bytes), .utf16(let bytes, _), .blob(let bytes): bytes.count
    }
  }

  /// Decodes UTF-16 bytes.
  init(utf16 bytes: [UInt8], isBigEndian: Bool) {
    let units = Self.units(bytes, isBigEndian: isBigEndian)
    if !units.contains(where: { $0 >= 0xFFFE }), let text = String(validating: units, as: UTF16.self) {
      self = .text(text)
    } else {
      self = .utf16(bytes, isBigEndian: isBigEndian)
    }
  }

  /// The UTF-16 code units; a single byte left at the end becomes a lone surrogate.
  private static func units(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt16] {
    stride(from: 0, to: bytes.count, by: 2).map { index in
      guard index + 1 < bytes.count else { return 0xD800 }
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
  }
}
