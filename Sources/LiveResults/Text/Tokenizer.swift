// Takes an SQL text apart.

import Databases

/// Reads tokens as SQLite does. It knows no grammar.
struct Tokenizer {
  private let bytes: [UInt8]
  private var place = 0
  /// Whether a byte that begins no token is taken for a sign.
  private var takesAnyByte = false
  /// Whether the text ends inside a comment.
  private var endsInComment = false

  private init(_ sql: String) { bytes = Array(sql.utf8) }

  /// The tokens of a text, without spaces and comments. Throws `NotKept` at a byte that begins no token.
  static func tokens(_ sql: String) throws -> [Token] {
    var tokenizer = Tokenizer(sql)
    var tokens: [Token] = []
    while let token = try tokenizer.next() { tokens.append(token) }
    return tokens
  }

  /// The tokens of a text that is still being written, and whether it ends inside a comment. A byte that begins no token
  /// is a sign.
  static func tokens(unfinished sql: String) -> (tokens: [Token], endsInComment: Bool) {
    var tokenizer = Tokenizer(sql)
    tokenizer.takesAnyByte = true
    var tokens: [Token] = []
    while let token = try? tokenizer.next() { tokens.append(token) }
    return (tokens, tokenizer.endsInComment)
  }

  private func byte(_ offset: Int) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (byte | 0x20 >= 97 && byte | 0x20 <= 122)
  }
  static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "$")
  }

  private mutating func take(_ kind: Token.Kind, to end: Int) -> Token {
    defer { place = end }
    return Token(kind, String(decoding: bytes[place..<min(end, bytes.count)], as: UTF8.self), at: place)
  }

  private func end(from start: Int, while isPart: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    return end
  }

  /// Where something in quotation marks ends. A mark that is written twice does not end it.
  private func endOfQuoted(from start: Int, _ mark: UInt8, isDoubled: Bool = true) -> Int {
    var end = start
    while end < bytes.count {
      if bytes[end] == mark {
        guard isDoubled, end + 1 < bytes.count, bytes[end + 1] == mark else { return end + 1 }
        end += 1
      }
      end += 1
    }
    return end
  }

  /// Passes over spaces and comments.
  private mutating func skip() {
    while place < bytes.count {
      switch (byte(0), byte(1)) {
      case (9, _), (10, _), (12, _), (13, _), (32, _): place += 1
      case (UInt8(ascii: "-"), UInt8(ascii: "-")):
        place = end(from: place) { $0 != 10 }
        endsInComment = place == bytes.count
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        place += 2
        while place < bytes.count, !(byte(0) == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { place += 1 }
        endsInComment = place >= bytes.count
        place += 2
      default: return
      }
    }
  }

  private mutating func next() throws -> Token? {
    skip()
    guard place < bytes.count else { return nil }
    switch byte(0) {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if byte(1) == UInt8(ascii: "'") { return take(.blob, to: endOfQuoted(from: place + 2, UInt8(ascii: "'"))) }
      return take(.word, to: end(from: place, while: Self.isNamePart))
    case UInt8(ascii: "'"): return take(.text, to: endOfQuoted(from: place + 1, byte(0)))
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return take(.quotedName, to: endOfQuoted(from: place + 1, byte(0)))
    case UInt8(ascii: "["):
      return take(.quotedName, to: endOfQuoted(from: place + 1, UInt8(ascii: "]"), isDoubled: false))
    case UInt8(ascii: "?"): return take(.parameter, to: end(from: place + 1, while: Self.isDigit))
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      return take(.parameter, to: end(from: place + 1, while: Self.isNamePart))
    case let first where Self.isNameStart(first): return take(.word, to: end(from: place, while: Self.isNamePart))
    case let first where Self.isDigit(first) || (first == UInt8(ascii: ".") && Self.isDigit(byte(1))):
      return take(.number, to: endOfNumber)
    default: return try takeSign()
    }
  }

  private var endOfNumber: Int {
    if byte(0) == 48, byte(1) | 0x20 == UInt8(ascii: "x") { return end(from: place + 2, while: Self.isNamePart) }
    var end = end(from: place, while: Self.isDigit)
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") { end = self.end(from: end + 1, while: Self.isDigit) }
    guard end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") else { return end }
    var exponent = end + 1
    if exponent < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[exponent]) { exponent += 1 }
    return exponent < bytes.count && Self.isDigit(bytes[exponent])
      ? self.end(from: exponent, while: Self.isDigit) : end
  }

  private static let signs: [[UInt8]] =
    ["->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>"].map { Array($0.utf8) }

  private mutating func takeSign() throws -> Token {
    for sign in Self.signs where bytes[place...].starts(with: sign) { return take(.sign, to: place + sign.count) }
    guard takesAnyByte || "-+*/%&|~<>=(),.;".utf8.contains(byte(0)) else {
      throw NotKept("a character that SQL does not know")
    }
    return take(.sign, to: place + 1)
  }
}
