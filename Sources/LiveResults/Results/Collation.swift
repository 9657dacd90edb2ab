// How SQLite compares values.

import Databases

/// One of SQLite's own collations.
enum Collation: String {
  case binary, nocase, rtrim
  /// BINARY in a file of UTF-16: it compares the bytes of that encoding, whose order is neither that of UTF-8 nor that of
  /// the characters.
  case binaryUTF16LE = "binary in UTF-16le"
  case binaryUTF16BE = "binary in UTF-16be"

  /// Whether it is BINARY.
  var isBinary: Bool { self != .nocase && self != .rtrim }
  /// The name in SQL.
  var name: String { isBinary ? "BINARY" : rawValue }

  /// The collation of a name as EXPLAIN shows it: `B` and nothing mean BINARY.
  init?(name: String) {
    let key = name.lowercasedASCII
    if ["", "b"].contains(key) { self = .binary } else { self.init(rawValue: key) }
  }

  /// Compares texts: below 0, 0 or above 0.
  fileprivate func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    switch self {
    case .binary: return Self.compareBytes(a[...], b[...])
    case .binaryUTF16LE: return Self.compareUTF16(a, b, isBigEndian: false)
    case .binaryUTF16BE: return Self.compareUTF16(a, b, isBigEndian: true)
    case .rtrim: return Self.compareBytes(Self.trimmed(a), Self.trimmed(b))
    case .nocase:
      for place in 0..<min(a.count, b.count) {
        let (first, second) = (Self.lowercased(a[place]), Self.lowercased(b[place]))
        if first != second { return Int(first) - Int(second) }
        // As in SQLite, what follows a NUL counts only by its length.
        if first == 0 { break }
      }
      return a.count - b.count
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[..<((bytes.lastIndex { $0 != 32 } ?? -1) + 1)]
  }

  fileprivate static func compareBytes(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
    for (first, second) in zip(a, b) where first != second { return Int(first) - Int(second) }
    return a.count - b.count
  }

  /// Compares texts in UTF-8 by their bytes in UTF-16: the first characters that differ decide.
  private static func compareUTF16(_ a: [UInt8], _ b: [UInt8], isBigEndian: Bool) -> Int {
    var place = 0
    while place < min(a.count, b.count), a[place] == b[place] { place += 1 }
    guard place < min(a.count, b.count) else { return a.count - b.count }
    while place > 0, a[place] & 0xC0 == 0x80 || b[place] & 0xC0 == 0x80 { place -= 1 }
    func bytes(_ text: [UInt8]) -> [UInt8] { utf16(text[place..<min(place + 4, text.count)], isBigEndian) }
    return compareBytes(bytes(a)[...], bytes(b)[...])
  }

  /// Text in UTF-8 as UTF-16.
  fileprivate static func utf16(_ text: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// A value that equals the same of another one exactly if SQLite takes both for equal.
  func canonical(_ value: ExactValue) -> ExactValue {
    switch value {
    case .real(let number): return Int(exactly: number).map { .integer($0) } ?? value
    case .text(let bytes):
      switch self {
      case .binary, .binaryUTF16LE, .binaryUTF16BE: return value
      case .rtrim: return .text(Array(Self.trimmed(bytes)))
      case .nocase:
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        return .text(bytes[..<end].map(Self.lowercased) + Array(repeating: 0, count: bytes.count - end))
      }
    case .null, .integer, .utf16, .blob: return value
    }
  }
}

extension Sequence<ExactValue> {
  /// A key that equals the same of another tuple exactly if SQLite takes both for equal, each value by its collation.
  func canonical(_ collations: [Collation]) -> Tuple { zip(self, collations).map { $1.canonical($0) } }
}

extension ExactValue {
  /// The place of its kind in SQLite's order.
  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text, .utf16: 2
    case .blob: 3
    }
  }

  /// Compares as ORDER BY does: below 0, 0 or above 0.
  func compare(_ other: ExactValue, _ collation: Collation) -> Int {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.real(let a), .real(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.integer(let a), .real(let b)): Self.compare(a, b)
    case (.real(let a), .integer(let b)): -Self.compare(b, a)
    case (.text(let a), .text(let b)): collation.compare(a, b)
    case (.blob(let a), .blob(let b)), (.utf16(let a, _), .utf16(let b, _)): Collation.compareBytes(a[...], b[...])
    case (.text(let a), .utf16(let b, let isBigEndian)):
      Collation.compareBytes(Collation.utf16(a[...], isBigEndian)[...], b[...])
    case (.utf16(let a, let isBigEndian), .text(let b)):
      Collation.compareBytes(a[...], Collation.utf16(b[...], isBigEndian)[...])
    default: rank - other.rank
    }
  }

  /// Compares an integer with a real number exactly.
  private static func compare(_ integer: Int, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let whole = Int(real.rounded(.down))
    if integer != whole { return integer < whole ? -1 : 1 }
    return real > real.rounded(.down) ? -1 : 0
  }

  /// Compares so that only equal values are equal: an integer comes before the same real number.
  func compareExactly(_ other: ExactValue) -> Int {
    let order = compare(other, .binary)
    if order != 0 { return order }
    switch (self, other) {
    case (.integer, .real): return -1
    case (.real, .integer): return 1
    default: return 0
    }
  }
}

extension Tuple {
  /// Compares value by value so that only equal rows are equal.
  func compareExactly(_ other: Tuple) -> Int {
    for (first, second) in zip(self, other) {
      let order = first.compareExactly(second)
      if order != 0 { return order }
    }
    return count - other.count
  }
}
