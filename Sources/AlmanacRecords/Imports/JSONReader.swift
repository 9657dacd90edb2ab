// Values in JSON, read from bytes as they come.
import Databases

/// Reads values in JSON, each number exactly.
struct JSONReader {
  /// Why bytes are no JSON.
  enum Problem: Error, Equatable {
    /// There is no value.
    case noValue
    /// An integer, as it stands, is beyond those that SQLite has.
    case tooLarge(String)
    /// A text has no end, or holds what must be escaped.
    case badText
    /// Something else must stand on a line.
    case expected(String, line: Int)
    case tooDeep
  }

  let bytes: SourceBytes

  func skipSpace() throws {
    while let byte = try bytes.peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { try bytes.take() }
  }

  /// The value that begins here: an array or an object as its text, a text like `x'00ff'` as bytes unless its first
  /// letter is escaped.
  func value() throws -> ExactValue {
    switch try bytes.peek() {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      bytes.copy = []
      try skipValue(depth: 0)
      defer { bytes.copy = nil }
      return .text(bytes.copy ?? [])
    case UInt8(ascii: "\""):
      let (text, beginsEscaped) = try text()
      if !beginsEscaped, let blob = ExactValue.bytes(hexadecimal: text) { return .blob(blob) }
      return .text(text)
    default: return try numberOrWord()
    }
  }

  /// A number, or null, true and false, which are 1 and 0.
  func numberOrWord() throws -> ExactValue {
    var letters: [UInt8] = []
    // No number that means something is longer.
    while let byte = try bytes.peek(), Self.isOfWord(byte), letters.count < 2048 {
      letters.append(byte)
      try bytes.take()
    }
    let text = String(decoding: letters, as: UTF8.self)
    switch text {
    case "null": return .null
    case "true": return .integer(1)
    case "false": return .integer(0)
    default:
      guard let number = try Self.number(text) else { throw Problem.noValue }
      return number
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The number that `text` is; `nil` where it is none. Throws where an integer is beyond those that SQLite has.
  private static func number(_ text: String) throws(Problem) -> ExactValue? {
    var rest = Substring(text).utf8
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func take(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("-")
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return nil }
    var isInteger = true
    if take(".") {
      isInteger = false
      if digits() == 0 { return nil }
    }
    if take("eE") {
      isInteger = false
      _ = take("+-")
      if digits() == 0 { return nil }
    }
    guard rest.isEmpty else { return nil }
    if !isInteger { return Double(text).map(ExactValue.real) }
    guard let integer = Int(text) else { throw Problem.tooLarge(text) }
    return .integer(integer)
  }

  /// The text between double quotes, and whether it begins with an escape.
  func text() throws -> (bytes: [UInt8], beginsEscaped: Bool) {
    guard try bytes.take(UInt8(ascii: "\"")) else { throw Problem.badText }
    let beginsEscaped = try bytes.peek() == UInt8(ascii: "\\")
    var text: [UInt8] = []
    var isASCII = true
    // The line of what is wrong is told: nothing is taken before it is known to be right.
    while let byte = try bytes.peek(), byte >= 0x20 {
      try bytes.take()
      if byte == UInt8(ascii: "\"") {
        if !isASCII, String(validating: text, as: UTF8.self) == nil { throw SourceProblem.notUTF8 }
        return (text, beginsEscaped)
      }
      guard text.count < SourceProblem.longestValue else { throw SourceProblem.tooLong }
      if byte == UInt8(ascii: "\\") {
        text += UTF8.encode(try escapedScalar())!
      } else {
        if byte >= 0x80 { isASCII = false }
        text.append(byte)
      }
    }
    throw Problem.badText
  }

  private func escapedScalar() throws -> Unicode.Scalar {
    guard let letter = try bytes.peek(), letter >= 0x20 else { throw Problem.badText }
    try bytes.take()
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw Problem.badText
    }
    let unit = try unit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Beyond the first 65,536 JSON knows a scalar as two.
    guard try bytes.take(UInt8(ascii: "\\")), try bytes.take(UInt8(ascii: "u")),
      let pair = String(validating: [unit, try self.unit()], as: UTF16.self)?.unicodeScalars.first
    else { throw Problem.badText }
    return pair
  }

  private func unit() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = try bytes.peek(), let digit = ExactValue.digit(byte) else { throw Problem.badText }
      try bytes.take()
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// As deep as SQLite reads JSON.
  private static let depthLimit = 1000

  /// Goes past a value of any kind.
  private func skipValue(depth: Int) throws {
    switch try bytes.peek() {
    case UInt8(ascii: "["):
      try skipList(depth, ends: UInt8(ascii: "]")) { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "{"):
      try skipList(depth, ends: UInt8(ascii: "}")) {
        _ = try text()
        try takeColon()
        try skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try text()
    default: _ = try numberOrWord()
    }
    if let count = bytes.copy?.count, count > SourceProblem.longestValue { throw SourceProblem.tooLong }
  }

  private func skipList(_ depth: Int, ends end: UInt8, _ element: () throws -> Void) throws {
    guard depth < Self.depthLimit else { throw Problem.tooDeep }
    try bytes.take()
    try eachElement(until: end) { try element() }
  }

  /// Runs `element` for each element of a list whose beginning was taken.
  func eachElement(until end: UInt8, _ element: () throws -> Void) throws {
    try skipSpace()
    if try bytes.take(end) { return }
    while true {
      try skipSpace()
      try element()
      let line = bytes.line
      try skipSpace()
      if try bytes.take(end) { return }
      guard try bytes.take(UInt8(ascii: ",")) else {
        throw Problem.expected("a comma or \(Unicode.Scalar(end)) must stand behind a value", line: line)
      }
    }
  }

  /// Takes the colon behind a name, with the space around it.
  func takeColon() throws {
    let line = bytes.line
    try skipSpace()
    guard try bytes.take(UInt8(ascii: ":")) else {
      throw Problem.expected("a colon must stand behind a name", line: line)
    }
    try skipSpace()
  }
}
