// What a column of numbers makes of a value that is written into it.
public import Databases
import Glibc

/// What SQLite stores in the place of a value, where that is not the value itself.
public enum StoredNumber: Hashable, Sendable {
  /// A text stays a text: it is no number.
  case text
  /// The nearest real number: SQLite has no more digits.
  case rounded(Double)
  /// A number without the zeros before it.
  case withoutZeros
  /// An integer of more than 64 bits, or a real number beyond all others: SQLite would store another number.
  case beyond(Double)

  /// `nil` where SQLite stores the value itself, in another form of the same number at most.
  public init?(_ value: ExactValue, in affinity: Affinity) {
    guard [.integer, .numeric, .real].contains(affinity) else { return nil }
    switch value {
    case .null, .real, .blob: return nil
    case .integer(let number):
      guard affinity == .real, Int(exactly: Double(number)) != number else { return nil }
      self = .rounded(Double(number))
    case .text(let bytes): self.init(text: bytes, in: affinity)
    case .utf16: self.init(text: Array((value.string ?? "").utf8), in: affinity)
    }
  }

  private init?(text bytes: [UInt8], in affinity: Affinity) {
    guard let number = DecimalNumber(bytes) else {
      self = .text
      return
    }
    self.init(number, in: affinity)
  }

  /// The same of a number in JSON; `nil` also where it is infinity as `export` writes it.
  init?(_ number: DecimalNumber, in affinity: Affinity = .numeric) {
    if number.isInteger, affinity != .real {
      guard number.integer == nil else {
        if number.hasLeadingZeros { self = .withoutZeros } else { return nil }
        return
      }
      self = .beyond(number.real)
    } else if number.real.isInfinite {
      self = .beyond(number.real)
    } else if !number.isReal {
      self = .rounded(number.real)
    } else if number.hasLeadingZeros {
      self = .withoutZeros
    } else {
      return nil
    }
  }
}

/// A number as a text writes it, to the last digit.
struct DecimalNumber {
  private let text: String
  /// The digits that count: without zeros before and behind them.
  private let digits: Substring.UTF8View
  /// Whether there is neither a point nor an exponent.
  let isInteger: Bool
  let hasLeadingZeros: Bool

  /// `nil` where SQLite takes the text for no number. Spaces around it do not count.
  init?(_ bytes: [UInt8]) {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }), let end = bytes.lastIndex(where: { !isSpace($0) }),
      bytes[start...end].allSatisfy({ $0 < 0x80 })
    else { return nil }
    self.init(String(decoding: bytes[start...end], as: UTF8.self))
  }

  init?(_ text: String) {
    var rest = Substring(text).utf8
    func take(_ signs: String) -> Bool {
      guard let first = rest.first, signs.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func takeDigits() -> Substring.UTF8View {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    _ = take("+-")
    let begin = rest.startIndex
    let whole = takeDigits()
    var isInteger = true
    var partCount = 0
    if take(".") {
      isInteger = false
      partCount = takeDigits().count
    }
    guard whole.count + partCount > 0 else { return nil }
    digits = Substring(text[begin..<rest.startIndex]).utf8
    if take("eE") {
      isInteger = false
      _ = take("+-")
      guard !takeDigits().isEmpty else { return nil }
    }
    guard rest.isEmpty else { return nil }
    (self.text, self.isInteger) = (text, isInteger)
    hasLeadingZeros = whole.count > 1 && whole.first == 0x30
  }

  var integer: Int? { Int(text) }
  /// The nearest real number.
  var real: Double { strtod(text, nil) }

  /// Whether a real number is exactly this one, or has so many digits that it reads the same.
  var isReal: Bool {
    let significant = Self.significant(digits)
    // So many digits every real number keeps, unless it is too small.
    if significant.count <= 15, real.magnitude > 1e-290 || significant.isEmpty { return true }
    guard significant.count < 1200 else { return false }
    // The C library writes as many digits as it is asked for, all of them exact.
    var written = [CChar](repeating: 0, count: significant.count + 16)
    _ = withVaList([CInt(significant.count - 1), real]) { vsnprintf(&written, written.count, "%.*e", $0) }
    let bytes = written.prefix { $0 != 0 }.map(UInt8.init)
    return Self.significant(bytes.prefix { $0 != UInt8(ascii: "e") }) == significant
  }

  private static func significant(_ digits: some Sequence<UInt8>) -> [UInt8] {
    let digits = Array(digits.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 })
    return Array(digits[..<((digits.lastIndex { $0 != 0x30 } ?? -1) + 1)])
  }
}

/// A number that SQLite would store as another one: nothing was written.
public struct NumberBeyond: SentenceError, Hashable {
  /// What the column is called.
  public let column: String
  /// The number, as it was given.
  public let text: String
  /// What SQLite would store.
  public let stored: Double

  /// What is wrong, in words for the column's line.
  public var words: String {
    stored.isInfinite ? "beyond the numbers that SQLite has" : "beyond 64 bits: SQLite would store \(stored)"
  }

  public var description: String {
    let number = text.count > 60 ? "\(text.prefix(60))…" : text
    return stored.isInfinite
      ? "\(column) can't be \(number): that is beyond the numbers that SQLite has."
      : "\(column) can't be \(number): an integer has 64 bits, and SQLite would store \(stored)."
  }
}

extension ListedTable {
  /// Throws `NumberBeyond` where SQLite would store another number than one of the values.
  func requireStorable(_ values: ExactRow) throws {
    for column in style.editableColumns {
      guard let value = values[column.name] else { continue }
      try column.requireStorable(value)
    }
  }
}

extension EditableColumn {
  /// Throws `NumberBeyond` where SQLite would store another number.
  func requireStorable(_ value: ExactValue) throws {
    if case .beyond(let stored)? = StoredNumber(value, in: affinity) {
      throw NumberBeyond(column: label, text: (value.string ?? value.shown).trimmedOfWhitespace, stored: stored)
    }
  }
}
