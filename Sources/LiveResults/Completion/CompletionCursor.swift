// The cursor in the text of a query, and the name that is being typed there.

import Databases

/// The statement around a cursor, without the name that is typed at the cursor.
struct CompletionCursor {
  /// The tokens of the statement.
  private(set) var tokens: [Token]
  /// The index of the first token after the cursor.
  private(set) var place: Int
  /// The typed part of the name, without quotation marks.
  private(set) var typed = ""
  /// The quotation mark with which the name begins; nil without one.
  private(set) var mark: UInt8?
  /// The bytes of the text that a completion replaces.
  private(set) var replaced: Range<Int>

  /// Finds the cursor in a text. Returns nil inside a text in quotes, a comment, a number and a parameter.
  init?(_ sql: String, at byte: Int) {
    let bytes = Array(sql.utf8)
    var byte = min(max(0, byte), bytes.count)
    // Never inside a character.
    while byte > 0, byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
    let (before, endsInComment) = Tokenizer.tokens(unfinished: String(decoding: bytes[..<byte], as: UTF8.self))
    if endsInComment { return nil }
    (tokens, place, replaced) = (before, before.count, byte..<byte)
    var rest = byte
    if let last = before.last, last.place + last.text.utf8.count == byte {
      switch last.kind {
      case .word, .quotedName:
        if before.count > 1, before[before.count - 2].kind == .number, before[before.count - 2].end == last.place {
          return nil
        }
        rest = take(last, in: bytes, upTo: byte)
      case .text, .blob: if !last.isClosed { return nil }
      case .number, .parameter: return nil
      case .sign: break
      }
    }
    let (after, _) = Tokenizer.tokens(unfinished: String(decoding: bytes[rest...], as: UTF8.self))
    addStatement(after)
  }

  /// Takes the last token for the typed name. Returns where the text after it begins.
  private mutating func take(_ last: Token, in bytes: [UInt8], upTo byte: Int) -> Int {
    tokens.removeLast()
    place -= 1
    var end = byte
    if last.kind == .word {
      typed = last.text
      while end < bytes.count, Tokenizer.isNamePart(bytes[end]) { end += 1 }
    } else {
      let first = last.text.utf8.first ?? 0
      let closing = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first
      mark = first
      if last.isClosed {
        typed = last.name ?? ""
      } else {
        typed = Token(.quotedName, last.text + String(UnicodeScalar(closing))).name ?? ""
        // A mark behind a space may begin the next name.
        let close = bytes[byte...].firstIndex { $0 == closing || $0 <= 32 }
        if let close, bytes[close] == closing { end = close + 1 }
      }
    }
    replaced = last.place..<end
    return end
  }

  /// Adds the tokens after the cursor, and leaves out other statements.
  private mutating func addStatement(_ after: [Token]) {
    if let end = tokens.lastIndex(where: { $0.upper == ";" }) { tokens.removeFirst(end + 1) }
    place = tokens.count
    tokens += after.prefix { $0.upper != ";" }
  }
}

extension Token {
  /// The place after it, in bytes.
  fileprivate var end: Int { place + text.utf8.count }

  /// Whether its quotation marks are closed. A mark that is written twice counts as two.
  fileprivate var isClosed: Bool {
    let mark = kind == .blob ? UInt8(ascii: "'") : text.utf8.first
    if mark == UInt8(ascii: "[") { return text.utf8.last == UInt8(ascii: "]") }
    return text.utf8.count { $0 == mark }.isMultiple(of: 2)
  }
}
