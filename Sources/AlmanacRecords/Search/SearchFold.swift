// Defines which texts a search treats as equal: canonically equivalent texts in the sense of Unicode, regardless of
// case and of accents on Latin letters.
//
// Folded texts are compared: every letter is decomposed and folded by Unicode's full case folding, accents on Latin
// letters are removed, and the rest is composed again. So `й` is one letter, however it is stored, and a search for `и`
// does not find it.

/// Folds text for comparison.
///
/// - Canonically equivalent texts are equal: composed or not, Hangul, kana with marks, marks in any order.
/// - Case is folded in full: `ß` is `ss`, `ς` is `σ`, `ﬁ` is `fi`. `İ` and `ı` are `i`, as for all Latin accents.
/// - Accents (U+0300 to U+036F) vanish on Latin letters. On other letters they vanish unless they form a composed
///   letter.
public enum SearchFold {
  /// The accents that may vanish.
  static let combiningMarks: ClosedRange<UInt32> = 0x300...0x36F

  /// The version of Unicode for the folding of letters.
  static let unicodeVersion = FoldTable.unicodeVersion

  /// The folded form of `text`.
  public static func fold(_ text: some StringProtocol) -> String {
    var text = String(text)
    return text.withUTF8 { bytes in
      let folder = SearchFolder()
      let count = folder.fold(UnsafeRawBufferPointer(bytes))
      return String(decoding: UnsafeBufferPointer(start: folder.bytes, count: count), as: UTF8.self)
    }
  }
}

/// How each scalar folds, in pages of 128 scalars: most pages have only unchanged scalars.
struct FoldEntries: Sendable {
  /// How a scalar folds.
  enum Entry: Equatable {
    /// It is unchanged, and begins a letter.
    case plain
    /// It folds to a scalar that begins a letter.
    case letter(UInt32)
    /// It folds to several scalars.
    case several(ArraySlice<UInt32>)
    /// It belongs to the letter before it. Marks are sorted by their classes; class 0 is not a mark, but may be
    /// composed.
    case mark(UInt8)
  }

  /// Made for the first text that is not all ASCII: that takes longer than the first rows of a list.
  static let all = FoldEntries()

  private var pages = [UInt16](repeating: 0, count: 0x11_0000 >> 7)
  private var values = [UInt32](repeating: 0, count: 128)
  private var sequences: [UInt32] = []
  private var compositions: [UInt64: UInt32] = [:]
  /// Composed letters with an accent of U+0300 to U+036F, and the iota that may come from a mark.
  private(set) var accented: Set<UInt32> = [Self.iota]
  /// The scalars that change, in order.
  private(set) var changing: [ClosedRange<UInt32>] = []

  /// The mark that folds to a letter, followed by that letter.
  static let iotaMark: UInt32 = 0x345
  static let iota: UInt32 = 0x3B9

  private init() {
    for word in FoldTable.foldings.split(separator: " ") {
      if let run = word.firstIndex(of: ">") {
        let parts = word[..<run].split { "*/".contains($0) }.map(Self.number)
        let target = Self.number(word[word.index(after: run)...])
        for index in 0..<parts[1] { set(parts[0] + index * parts[2], 1 << 30 | target + index * parts[2]) }
      } else if let colon = word.firstIndex(of: ":") {
        let first = Self.number(word[..<colon])
        for (index, target) in word[word.index(after: colon)...].split(separator: ",").enumerated() {
          let scalars = target.split(separator: ".").map(Self.number)
          if scalars.count > 1 {
            set(first + UInt32(index), 2 << 30 | UInt32(scalars.count) << 24 | UInt32(sequences.count))
            sequences += scalars
          } else {
            set(first + UInt32(index), 1 << 30 | scalars[0])
          }
        }
      }
    }
    for word in FoldTable.classes.split(separator: " ") {
      let parts = word.split { "*=".contains($0) }.map(Self.number)
      for scalar in parts[0]..<parts[0] + parts[1] where value(scalar) == 0 { set(scalar, 3 << 30 | parts[2]) }
    }
    for word in FoldTable.compositions.split(separator: " ") {
      let parts = word.split { "+=".contains($0) }.map(Self.number)
      compositions[UInt64(parts[0]) << 32 | UInt64(parts[1])] = parts[2]
      if value(parts[1]) == 0 { set(parts[1], 3 << 30) }
      if SearchFold.combiningMarks.contains(parts[1]) { accented.insert(parts[2]) }
    }
    for scalar in Array(Hangul.vowels) + Array(Hangul.finals) { set(scalar, 3 << 30) }
    // A letter that is composed again is unchanged.
    let composed = Set(compositions.values)
    for page in pages.indices where pages[page] > 0 {
      for scalar in UInt32(page) << 7..<UInt32(page + 1) << 7 where value(scalar) != 0 && !composed.contains(scalar) {
        if let last = changing.last, last.upperBound + 1 == scalar {
          changing[changing.count - 1] = last.lowerBound...scalar
        } else {
          changing.append(scalar...scalar)
        }
      }
    }
  }

  private static func number(_ digits: Substring) -> UInt32 { UInt32(digits, radix: 36)! }

  private mutating func set(_ scalar: UInt32, _ value: UInt32) {
    let page = Int(scalar >> 7)
    if pages[page] == 0 {
      pages[page] = UInt16(values.count >> 7)
      values += [UInt32](repeating: 0, count: 128)
    }
    values[Int(pages[page]) << 7 + Int(scalar & 0x7F)] = value
  }

  @inline(__always)
  private func value(_ scalar: UInt32) -> UInt32 {
    scalar < 0x11_0000 ? values[Int(pages[Int(scalar >> 7)]) << 7 + Int(scalar & 0x7F)] : 0
  }

  @inline(__always)
  subscript(scalar: UInt32) -> Entry {
    let value = value(scalar)
    switch value >> 30 {
    case 0: return .plain
    case 1: return .letter(value & 0x1F_FFFF)
    case 2:
      let start = Int(value & 0xFF_FFFF)
      return .several(sequences[start..<start + Int(value >> 24 & 0x3F)])
    default: return .mark(UInt8(value & 0xFF))
    }
  }

  /// The composition of two folded scalars; nil if there is none.
  func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.composed(first, second) ?? compositions[UInt64(first) << 32 | UInt64(second)]
  }

  /// The first scalar from `scalar` on that changes; nil if there is none.
  func firstChanging(from scalar: UInt32) -> UInt32? {
    var (low, high) = (0, changing.count)
    while low < high {
      let middle = (low + high) / 2
      if changing[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < changing.count ? max(changing[low].lowerBound, scalar) : nil
  }
}

/// The syllables of Korean, which Unicode composes by arithmetic.
private enum Hangul {
  static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  /// The consonants after a vowel.
  static let finals: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let leading: ClosedRange<UInt32> = 0x1100...0x1112
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if leading.contains(first), vowels.contains(second) {
      return syllables.lowerBound + ((first - leading.lowerBound) * 21 + second - vowels.lowerBound) * 28
    }
    if syllables.contains(first), (first - syllables.lowerBound).isMultiple(of: 28), finals.contains(second) {
      return first + second - finals.lowerBound + 1
    }
    return nil
  }
}
