// JSON as a person reads it: over several lines in a record, on one in a list.

/// The outline of a JSON object or array: a line for each member, two spaces for each level. Strings and numbers stand
/// as they were written, in the order in which they were written.
package struct JSONOutline {
  package let text: String

  /// Longer texts are not unfolded.
  static let byteLimit = 1 << 18
  /// Deeper ones neither.
  static let depthLimit = 64
  /// Nor those that would become longer than this: many short members on a deep level.
  static let outlineLimit = 1 << 20

  /// `nil` where `json` is not one valid object or array.
  package init?(_ json: String) {
    guard let text = Self.read(json, isUnfolded: true, isCut: false) else { return nil }
    self.text = text
  }

  /// An object or array on one line, without the spaces between its members; `nil` where `json` is no valid one. Of a long
  /// text a list has only the beginning: that has to be the beginning of one.
  package static func line(_ json: String) -> String? { line(json, isCut: json.utf8.count >= Excerpt.textLength) }

  /// The same of a text that may be cut at its end.
  static func line(_ json: String, isCut: Bool) -> String? { read(json, isUnfolded: false, isCut: isCut) }

  /// Whether a text is certainly no JSON value: one that is too long or too deep to be read may be one.
  package static func isNoJSON(_ text: String) -> Bool {
    guard text.utf8.count <= byteLimit else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var reader = OutlineReader(bytes: bytes, isUnfolded: false)
      return !reader.readValue() && !reader.isTooMuch
    }
  }

  private static func read(_ json: String, isUnfolded: Bool, isCut: Bool) -> String? {
    guard json.utf8.count <= byteLimit else { return nil }
    var json = json
    return json.withUTF8 { bytes in
      var reader = OutlineReader(bytes: bytes, isUnfolded: isUnfolded)
      guard reader.read() || isCut && reader.isAtEnd else { return nil }
      return String(decoding: reader.outline, as: UTF8.self)
    }
  }
}

/// Reads bytes of valid UTF-8 once, from front to back, and writes the outline meanwhile.
private struct OutlineReader {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether each member gets a line of its own.
  let isUnfolded: Bool
  private(set) var outline: [UInt8] = []
  private var index = 0
  private var depth = 0
  /// Whether it is not read to its end since it is too deep, or too long unfolded.
  private(set) var isTooMuch = false

  init(bytes: UnsafeBufferPointer<UInt8>, isUnfolded: Bool) {
    self.bytes = bytes
    self.isUnfolded = isUnfolded
  }

  /// Whether all bytes were read: then, if something is missing, it would stand behind them.
  var isAtEnd: Bool { index == bytes.count }

  /// Whether all of it is one object or array.
  mutating func read() -> Bool {
    skipSpace()
    guard next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else { return false }
    return readValue()
  }

  /// Whether all of it is one value.
  mutating func readValue() -> Bool {
    skipSpace()
    guard value() else { return false }
    skipSpace()
    return isAtEnd
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): container(UInt8(ascii: "}")) { $0.member() }
    case UInt8(ascii: "["): container(UInt8(ascii: "]")) { $0.value() }
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): word("true")
    case UInt8(ascii: "f"): word("false")
    case UInt8(ascii: "n"): word("null")
    default: number()
    }
  }

  private mutating func container(_ end: UInt8, _ element: (inout OutlineReader) -> Bool) -> Bool {
    isTooMuch = isTooMuch || depth >= JSONOutline.depthLimit
    if isTooMuch { return false }
    take()
    skipSpace()
    if next == end {
      take()
      return true
    }
    depth += 1
    repeat {
      newLine()
      skipSpace()
      isTooMuch = isTooMuch || outline.count > JSONOutline.outlineLimit
      guard !isTooMuch, element(&self) else { return false }
      skipSpace()
    } while take(UInt8(ascii: ","))
    depth -= 1
    newLine()
    return take(end)
  }

  private mutating func member() -> Bool {
    guard next == UInt8(ascii: "\""), string() else { return false }
    skipSpace()
    guard take(UInt8(ascii: ":")) else { return false }
    if isUnfolded { outline.append(UInt8(ascii: " ")) }
    skipSpace()
    return value()
  }

  private mutating func string() -> Bool {
    take()
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        take()
        return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"):
        take()
        guard let escaped = next, #""\/bfnrtu"#.utf8.contains(escaped) else { return false }
        take()
        if escaped == UInt8(ascii: "u") {
          for _ in 0..<4 {
            guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { return false }
            take()
          }
        }
      default: take()
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    take(UInt8(ascii: "-"))
    let isZeroFirst = next == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !isZeroFirst || whole == 1 else { return false }
    if take(UInt8(ascii: ".")), digits() == 0 { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { take(UInt8(ascii: "-")) }
      if digits() == 0 { return false }
    }
    return true
  }

  private mutating func digits() -> Int {
    var count = 0
    while let digit = next, (0x30...0x39).contains(digit) {
      take()
      count += 1
    }
    return count
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { return false }
    }
    return true
  }

  // MARK: Bytes

  /// Takes the next byte over.
  private mutating func take() {
    outline.append(bytes[index])
    index += 1
  }

  /// Takes the next byte over if it is `byte`.
  @discardableResult
  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    take()
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func newLine() {
    guard isUnfolded else { return }
    outline.append(0x0A)
    outline += repeatElement(0x20, count: depth * 2)
  }
}
