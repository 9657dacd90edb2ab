// How a column of numbers stores a value.
public import Databases
import Glibc

/// The stored form of a value, if it differs from the value.
public enum StoredNumber: Hashable, Sendable {
  /// A text that is not a number; it stays a text.
  case text
  /// The nearest real number: SQLite keeps no more digits.
  case rounded(Double)
  /// A number without its leading zeros.
  case withoutZeros
  /// An integer of more than 64 bits, or a real number beyond all others: SQLite would store another number.
  case beyond(Double)

  /// Finds the stored form; nil if SQLite stores the value itself, or the same number in another form.
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

  /// The same for a number in JSON; nil also for infinity in the notation of `export`.
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

/// A number in the notation of a text, with all its digits.
struct DecimalNumber {
  private let text: String
  /// The digits before an exponent, with the point.
  private let digits: Substring.UTF8View
  /// Whether it has neither a point nor an exponent.
  let isInteger: Bool
  let hasLeadingZeros: Bool

  /// Reads a number, ignoring spaces around it; nil if SQLite does not take the text for a number.
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

  /// Whether the nearest real number, written with as many digits as this one, is equal to it.
  var isReal: Bool {
    let significant = Self.significant(digits)
    // Every real number keeps this many digits, unless it is too small.
    if significant.count <= 15, real.magnitude > 1e-290 || significant.isEmpty { return true }
    guard significant.count < 1200 else { return false }
    // The C library writes any requested number of digits, all of them exact.
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

/// The error that SQLite would store another number: nothing was written.
public struct NumberBeyond: SentenceError, Hashable {
  /// The label of the column.
  public let column: String
  /// The number as entered.
  public let text: String
  /// The number that SQLite would store.
  public let stored: Double

  /// The problem, in words for the column's line.
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
  /// Throws `NumberBeyond` if SQLite would store a number that differs from one of the values.
  func requireStorable(_ values: ExactRow) throws {
    for column in style.editing.columns {
      guard let value = values[column.name] else { continue }
      try column.requireStorable(value)
    }
  }
}

extension EditableColumn {
  /// Throws `NumberBeyond` if SQLite would store another number.
  func requireStorable(_ value: ExactValue) throws {
    if case .beyond(let stored)? = StoredNumber(value, in: affinity) {
      throw NumberBeyond(column: label, text: (value.string ?? value.shown).trimmedOfWhitespace, stored: stored)
    }
  }
}
