// Which values a column would convert.

import Databases

extension Tuple {
  /// Throws `NotKept` if columns with these affinities would convert a value. A query converts nothing.
  func requireUnconverted(by affinities: [Affinity]) throws {
    for (value, affinity) in zip(self, affinities) where value.isConverted(by: affinity) {
      throw NotKept("a value of another type than its column")
    }
  }
}

extension ExactValue {
  /// Whether a column with an affinity stores another value than this one.
  func isConverted(by affinity: Affinity) -> Bool {
    switch (self, affinity) {
    case (.null, _), (.blob, _), (_, .blob), (.text, .text), (.utf16, .text), (.real, .real): false
    case (.integer, .text), (.real, .text), (.integer, .real): true
    case (.integer, .integer), (.integer, .numeric): false
    case (.real(let number), .integer), (.real(let number), .numeric): Int(exactly: number) != nil
    case (.text, _), (.utf16, _): string.map(Self.isNumber) ?? false
    }
  }

  /// Whether SQLite takes a text for a number as a whole: spaces around it, a sign, digits with a point, and an exponent.
  private static func isNumber(_ text: String) -> Bool {
    let spaces: Set<UInt8> = [9, 10, 11, 12, 13, 32]
    var rest = Array(text.utf8)[...]
    while let last = rest.last, spaces.contains(last) { rest.removeLast() }
    rest = rest.drop { spaces.contains($0) }
    func takeSign() {
      if let sign = rest.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) { rest.removeFirst() }
    }
    func takeDigits() -> Int {
      let after = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      defer { rest = after }
      return rest.count - after.count
    }
    takeSign()
    var digits = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += takeDigits()
    }
    guard digits > 0 else { return false }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      takeSign()
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
