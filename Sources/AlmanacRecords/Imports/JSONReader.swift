// Reads JSON values from a stream of bytes: for an import, for `COLUMN:=`, and for display.
import Databases

/// Reads JSON values, each number exactly.
struct JSONReader {
  /// The reason that bytes are not JSON, or not a value that SQLite can store.
  enum Problem: Error, Equatable {
    /// A number is too large for SQLite.
    case tooLarge(String)
    /// The problem in words, and its place. `isCut`: whether more bytes could resolve it.
    case malformed(String, SourceBytes.Place, isCut: Bool)
  }

  /// The form of the copy of an array or an object.
  enum Form {
    case asWritten
    /// Without white space.
    case line
    /// Each member on its own line, indented by two spaces for each level.
    case unfolded
  }

  let bytes: SourceBytes
  var form = Form.asWritten
  /// The deepest nesting, the same as SQLite's.
  var depthLimit = 1000
  /// The most bytes of a copy.
  var lengthLimit = SourceProblem.longestValue

  func skipSpace() throws {
    while let byte = try bytes.peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if form == .asWritten { try bytes.take() } else { try bytes.pass() }
    }
  }

  /// The problem of the next byte, or of the part that begins at `place`.
  func problem(_ words: String, at place: SourceBytes.Place? = nil, isCut: Bool? = nil) -> Problem {
    .malformed(words, place ?? bytes.place, isCut: isCut ?? ((try? bytes.peek()) == .some(nil)))
  }

  /// Skips a value, which must be the whole document.
  func skipDocument() throws {
    try skipSpace()
    try skipValue(depth: 0)
    try skipSpace()
    guard try bytes.peek() == nil else { throw problem("nothing may follow the value") }
  }

  /// Reads the next value: an array or an object as its text, and a text like `x'00ff'` as bytes unless its first
  /// letter is escaped. `isRounded`: whether a real number lost digits.
  func value() throws -> (value: ExactValue, isRounded: Bool) {
    switch try bytes.peek() {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      bytes.copy = []
      try skipValue(depth: 0)
      defer { bytes.copy = nil }
      return (.text(bytes.copy ?? []), false)
    case UInt8(ascii: "\""):
      let (text, beginsEscaped) = try text()
      if !beginsEscaped, let blob = ExactValue.bytes(hexadecimal: text) { return (.blob(blob), false) }
      return (.text(text), false)
    default: return try numberOrWord()
    }
  }

  /// Reads a number, or null, true and false; the latter are 1 and 0.
  func numberOrWord() throws -> (value: ExactValue, isRounded: Bool) {
    let (text, number) = try literal()
    guard let number else { return (text == "null" ? .null : .integer(text == "true" ? 1 : 0), false) }
    switch text {
    case "1e999", "9e999": return (.real(.infinity), false)
    case "-1e999", "-9e999": return (.real(-.infinity), false)
    default: break
    }
    if number.isInteger {
      guard let integer = number.integer else { throw Problem.tooLarge(text) }
      return (.integer(integer), false)
    }
    guard number.real.isFinite else { throw Problem.tooLarge(text) }
    return (.real(number.real), !number.isReal)
  }

  private static let words: Set = ["null", "true", "false"]

  /// Reads a number or one of the words.
  private func literal() throws -> (text: String, number: DecimalNumber?) {
    let place = bytes.place
    let next = try bytes.peek()
    var letters: [UInt8] = []
    // No meaningful number is longer.
    while let byte = try bytes.peek(), Self.isOfWord(byte), letters.count < 1 << 20 {
      letters.append(byte)
      try bytes.take()
    }
    let text = String(decoding: letters, as: UTF8.self)
    if Self.words.contains(text) { return (text, nil) }
    if let number = Self.number(text) { return (text, number) }
    let mayGoOn = Self.words.contains { $0.hasPrefix(text) } || Self.number(text + "0") != nil
    throw problem(Self.words(text, next), at: place, isCut: try mayGoOn && bytes.peek() == nil)
  }

  /// The problem where a value is missing.
  private static func words(_ word: String, _ next: UInt8?) -> String {
    switch (word, next) {
    case ("", nil): "a value is missing at the end"
    case ("", UInt8(ascii: "'")): "a text must be in double quotes"
    case ("", UInt8(ascii: "/")): "JSON has no comments"
    case ("", UInt8(ascii: "]")), ("", UInt8(ascii: "}")): "a comma is not allowed before \(Unicode.Scalar(next!))"
    case ("", _): "a value is missing here"
    case ("NaN", _), ("nan", _), ("-NaN", _), ("-nan", _): "JSON has no \(word); write null"
    case ("Infinity", _), ("inf", _), ("Inf", _): "JSON has no \(word); write 1e999"
    case ("-Infinity", _), ("-inf", _), ("-Inf", _): "JSON has no \(word); write -1e999"
    case _ where DecimalNumber(word) != nil: "\(beginning(of: word)) is not written as JSON writes a number"
    case _: "\(beginning(of: word)) is no value; a text must be in double quotes"
    }
  }

  private static func beginning(of word: String) -> String { word.count > 40 ? "\(word.prefix(40))…" : word }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Reads `text` as a number; nil if it is not one, or if only other formats write it so: `+1`, `01`, `.5`, `5.`.
  private static func number(_ text: String) -> DecimalNumber? {
    guard let number = DecimalNumber(text), !number.hasLeadingZeros else { return nil }
    let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard digits.first.map(isDigit) == true else { return nil }
    let behindPoint = digits.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    return number.isInteger || behindPoint.first.map(isDigit) == true || !digits.contains(UInt8(ascii: "."))
      ? number : nil
  }

  /// Reads the text between double quotes; `beginsEscaped`: whether it begins with an escape.
  func text() throws -> (bytes: [UInt8], beginsEscaped: Bool) {
    let place = bytes.place
    guard try bytes.take(UInt8(ascii: "\"")) else { throw problem("a text must be in double quotes") }
    let beginsEscaped = try bytes.peek() == UInt8(ascii: "\\")
    var text: [UInt8] = []
    var isASCII = true
    // An error names the line of the next byte, so a byte is only taken once it is valid.
    while let byte = try bytes.peek(), byte >= 0x20 {
      guard text.count < SourceProblem.longestValue else { throw SourceProblem.tooLong }
      if byte == UInt8(ascii: "\\") {
        text += UTF8.encode(try escapedScalar())!
        continue
      }
      try bytes.take()
      if byte == UInt8(ascii: "\"") {
        if !isASCII, String(validating: text, as: UTF8.self) == nil { throw SourceProblem.notUTF8 }
        return (text, beginsEscaped)
      }
      if byte >= 0x80 { isASCII = false }
      text.append(byte)
    }
    switch try bytes.peek() {
    case UInt8(ascii: "\t"): throw problem("a tab in a text is written \\t")
    case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      throw problem("a text must end with a double quote on its line; write a line break in it as \\n", at: place)
    case let byte?:
      let digits = String(byte, radix: 16)
      throw problem("a control character in a text is written \\u00\(byte < 16 ? "0" : "")\(digits)")
    }
  }

  /// Reads the escape that begins here.
  private func escapedScalar() throws -> Unicode.Scalar {
    let place = bytes.place
    try bytes.take()
    guard let letter = try bytes.peek(), letter >= 0x20 else {
      throw problem("a backslash in a text is written \\\\", at: place)
    }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"):
      try bytes.take()
    default:
      let escape = letter < 0x7F ? "\\\(Unicode.Scalar(letter))" : "it"
      throw problem("\(escape) is no escape; a backslash in a text is written \\\\", at: place)
    }
    switch letter {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: return Unicode.Scalar(letter)
    }
    let unit = try unit(of: place)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Beyond the first 65,536 scalars JSON writes a scalar as two escapes.
    if try bytes.take(UInt8(ascii: "\\")), try bytes.take(UInt8(ascii: "u")),
      let pair = String(validating: [unit, try self.unit(of: place)], as: UTF16.self)?.unicodeScalars.first
    {
      return pair
    }
    throw problem("\\u\(String(unit, radix: 16)) is half of a character without its other half", at: place)
  }

  private func unit(of place: SourceBytes.Place) throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = try bytes.peek(), let digit = ExactValue.digit(byte) else {
        throw problem("four hexadecimal digits must follow \\u", at: place)
      }
      try bytes.take()
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Skips a value of any kind.
  private func skipValue(depth: Int) throws {
    switch try bytes.peek() {
    case UInt8(ascii: "["): try skipList(depth, ends: UInt8(ascii: "]")) { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "{"):
      try skipList(depth, ends: UInt8(ascii: "}")) {
        _ = try memberName()
        try takeColon()
        try skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try text()
    default: _ = try literal()
    }
    if let count = bytes.copy?.count, count > lengthLimit { throw SourceProblem.tooLong }
  }

  private func skipList(_ depth: Int, ends end: UInt8, _ element: () throws -> Void) throws {
    guard depth < depthLimit else { throw problem("a value is nested deeper than \(depthLimit) levels") }
    try bytes.take()
    try eachElement(until: end, depth: depth, element)
  }

  /// Begins a new line in the copy, at a level.
  private func newLine(_ depth: Int) {
    guard form == .unfolded else { return }
    bytes.copy?.append(0x0A)
    bytes.copy?.append(contentsOf: repeatElement(0x20, count: depth * 2))
  }

  /// Runs `element` for each element of a list whose opening sign was taken.
  func eachElement(until end: UInt8, depth: Int = 0, _ element: () throws -> Void) throws {
    try skipSpace()
    if try bytes.take(end) { return }
    while true {
      try skipSpace()
      newLine(depth + 1)
      try element()
      let place = bytes.place
      try skipSpace()
      if try bytes.peek() == end {
        newLine(depth)
        try bytes.take()
        return
      }
      guard try bytes.take(UInt8(ascii: ",")) else {
        throw problem("a comma or \(Unicode.Scalar(end)) must follow a value", at: place)
      }
    }
  }

  /// Reads the name of a member of an object.
  func memberName() throws -> [UInt8] {
    switch try bytes.peek() {
    case UInt8(ascii: "\""): return try text().bytes
    case UInt8(ascii: "}"): throw problem("a comma is not allowed before }")
    case UInt8(ascii: "/"): throw problem("JSON has no comments")
    default: throw problem("a name must be in double quotes")
    }
  }

  /// Takes the colon after a name, and the space around it.
  func takeColon() throws {
    let place = bytes.place
    try skipSpace()
    guard try bytes.take(UInt8(ascii: ":")) else { throw problem("a colon must follow a name", at: place) }
    if form == .unfolded { bytes.copy?.append(0x20) }
    try skipSpace()
  }
}
