// What search treats as equal: letters apart from their case and from Latin accents.
//
// A folded text is what is compared. The index in the database folds in the same way, by the rows of `search_folds`
// (see `SearchIndex`): what is equal here must be equal there, or the index would miss rows.

/// Folds text for comparison: case is ignored in Latin, Greek, Cyrillic, Armenian and full-width letters, accents on
/// Latin letters are ignored, combining marks (U+0300 to U+036F) vanish.
public enum SearchFold {
  /// The marks that combine with the letter before them.
  static let combiningMarks: ClosedRange<UInt32> = 0x300...0x36F

  /// Where `scalar` stands in this table is what it folds to; 0 for a scalar that vanishes.
  private static let table: [UInt32] = {
    var table = (0..<UInt32(tableEnd)).map { value -> UInt32 in
      guard let scalar = Unicode.Scalar(value), hasFoldedCase(value) else { return value }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower.first!.value : value
    }
    for value in combiningMarks { table[Int(value)] = 0 }
    for (base, accented) in AccentedLetters.byBase {
      for scalar in accented.unicodeScalars { table[Int(scalar.value)] = base.value }
    }
    return table
  }()

  private static let tableEnd = 0x2000

  /// Whether case is ignored there: the letters on whose case SQLite's trigram tokenizer agrees with Unicode, but for
  /// the two (U+023A, U+023E) whose lower case is longer in UTF-8.
  private static func hasFoldedCase(_ value: UInt32) -> Bool {
    switch value {
    case 0x23A, 0x23E: false
    case 0..<0x37F, 0x380..<0x528, 0x531..<0x588, 0x1E00..<0x2000: true
    default: false
    }
  }

  /// The value that the scalar `value` folds to; 0 when it vanishes.
  @inline(__always)
  static func fold(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value &- 0x41 < 26 ? value | 0x20 : value }
    if value < UInt32(tableEnd) { return table[Int(value)] }
    if value >= 0xFF21, value <= 0xFF3A { return value + 0x20 }
    return value
  }

  /// The folded form of `text`.
  public static func fold(_ text: some StringProtocol) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for byte in text.utf8.prefix(while: { $0 < 0x80 }) { folded.append(UInt8(fold(UInt32(byte)))) }
    for scalar in text.unicodeScalars[text.utf8.index(text.utf8.startIndex, offsetBy: folded.count)...] {
      let value = fold(scalar.value)
      if value < 0x80 {
        if value != 0 || scalar.value == 0 { folded.append(UInt8(value)) }
      } else if let scalar = Unicode.Scalar(value) {
        folded += UTF8.encode(scalar)!
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }
}
