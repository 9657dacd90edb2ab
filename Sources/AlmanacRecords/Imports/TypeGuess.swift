// The type of a column from all of its values, so that none loses anything by it.
import Databases

/// Finds the type of a column to be made.
///
/// A text becomes a number only if the number says the same: no zeros before it, no plus, no digits that SQLite would
/// round, no exponent that may be a part of a code (`12E4`). Zeros behind the point are kept in mind: `1.50` is a number
/// where each value has two digits there, and a text where the number of digits tells something (`1.9` and `1.10`).
struct TypeGuess {
  private var hasText = false
  private var hasInteger = false
  private var hasReal = false
  private var hasBlob = false
  /// Whether each integer is a real number too.
  private var areIntegersReal = true
  /// The number of digits behind the point; nil before the first.
  private var digits: Int?
  private var haveSameDigits = true
  private var endsInZero = false

  /// The type.
  var type: ColumnType {
    switch (hasText, hasInteger || hasReal, hasBlob) {
    case (false, true, false):
      if !hasReal { return .integer }
      // The numbers have several lengths, and one ends in a zero.
      return areIntegersReal && (haveSameDigits || !endsInZero) ? .real : .none
    case (_, false, false): return .text
    default: return .none
    }
  }

  /// The type of a column of texts, as CSV has them.
  var typeOfTexts: ColumnType { type == .none ? .text : type }

  /// Whether no value so far rules out a type that was found before. `isTyped`: the values have types of their own.
  func allows(_ type: ColumnType, isTyped: Bool) -> Bool {
    switch type {
    case .integer: !hasText && !hasBlob && !hasReal
    case .real: !hasText && !hasBlob && areIntegersReal && (haveSameDigits || !endsInZero)
    // A column of texts would make a text of a number.
    case .text: !isTyped || !hasInteger && !hasReal && !hasBlob
    case .numeric, .none: true
    }
  }

  /// Takes account of a value with a type of its own, as JSON has them.
  mutating func note(_ value: ExactValue) {
    switch value {
    case .null: break
    case .integer(let number): noteInteger(number)
    case .real: hasReal = true
    case .text, .utf16: hasText = true
    case .blob: hasBlob = true
    }
  }

  private mutating func noteInteger(_ number: Int) {
    hasInteger = true
    if areIntegersReal, Int(exactly: Double(number)) != number { areIntegersReal = false }
  }

  /// Takes account of a text that may be a number.
  mutating func note(text: UnsafeBufferPointer<UInt8>) {
    if hasText { return }
    let isNegative = text.first == UInt8(ascii: "-")
    var place = isNegative ? 1 : 0
    func takeDigits() -> Int {
      let start = place
      while place < text.count, 0x30...0x39 ~= text[place] { place += 1 }
      return place - start
    }
    let first = place
    let whole = takeDigits()
    guard whole > 0, whole == 1 || text[first] != 0x30 else { return hasText = true }
    if place == text.count { return noteInteger(text, from: first, isNegative) }
    var behind = 0
    if text[place] == UInt8(ascii: ".") {
      place += 1
      behind = takeDigits()
      guard behind > 0 else { return hasText = true }
      if behind > 1, text[place - 1] == 0x30 { endsInZero = true }
    }
    let hasExponent = place < text.count
    if hasExponent {
      guard text[place] | 0x20 == UInt8(ascii: "e") else { return hasText = true }
      place += 1
      if place < text.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(text[place]) {
        place += 1
      } else if behind == 0 {
        return hasText = true
      }
      guard takeDigits() > 0, place == text.count else { return hasText = true }
    }
    // Every real number keeps fifteen digits.
    if hasExponent || whole + behind > 15 || isNegative {
      guard let number = DecimalNumber(String(decoding: text, as: UTF8.self)), number.isReal, number.real.isFinite,
        !isNegative || number.real != 0
      else { return hasText = true }
    }
    hasReal = true
    if digits == nil { digits = behind } else if digits != behind { haveSameDigits = false }
  }

  private mutating func noteInteger(_ text: UnsafeBufferPointer<UInt8>, from first: Int, _ isNegative: Bool) {
    var number = 0
    for byte in text[first...] {
      let (tens, isBeyond) = number.multipliedReportingOverflow(by: 10)
      let digit = Int(byte - 0x30)
      let (sum, isFar) = isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isBeyond || isFar { return hasText = true }
      number = sum
    }
    // Minus zero is another number than zero.
    if isNegative, number == 0 { return hasText = true }
    noteInteger(number)
  }
}
