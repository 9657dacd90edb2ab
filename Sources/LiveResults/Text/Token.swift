// The smallest parts of an SQL text.

import Databases

/// The query is not one that can be kept by its changes. The reason, as the rest of a sentence after "because of".
struct NotKept: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }

  /// SQLite shows one of them, which depends on the order in which it reads the rows.
  static let spellings = NotKept("equal values that are written in several ways")
}

/// One part of an SQL text: a word, a value or a sign.
struct Token {
  enum Kind {
    case word, quotedName, text, blob, number, parameter, sign
  }

  let kind: Kind
  /// As it is written.
  let text: String
  /// The word or sign in capital letters; empty for other parts.
  let upper: String
  /// Where it begins in the whole text, in bytes.
  var place = 0

  init(_ kind: Kind, _ text: String, at place: Int = 0) {
    (self.kind, self.text, self.place) = (kind, text, place)
    upper = kind == .word || kind == .sign ? text.uppercasedASCII : ""
  }

  static func sign(_ text: String) -> Token { Token(.sign, text) }
  static func word(_ text: String) -> Token { Token(.word, text) }
  /// A name in backticks, which SQLite never takes for a text.
  static func name(_ name: String) -> Token { Token(.quotedName, name.quotedName) }

  /// The name that it spells; nil if it is none.
  var name: String? {
    switch kind {
    // An unquoted NULL is a value.
    case .word: return upper == "NULL" ? nil : text
    case .quotedName:
      let bytes = Array(text.utf8)
      var name: [UInt8] = []
      var place = 1
      while place < bytes.count - 1 {
        name.append(bytes[place])
        // A quotation mark in the name is written twice.
        place += bytes[place] == bytes[0] && bytes[0] != UInt8(ascii: "[") ? 2 : 1
      }
      return String(decoding: name, as: UTF8.self)
    case .text, .blob, .number, .parameter, .sign: return nil
    }
  }

  /// The name in lower case, as SQLite compares names; nil if it is none.
  var key: String? { name?.lowercasedASCII }

  /// Whether both mean the same wherever they are written.
  func isSame(as other: Token) -> Bool {
    guard let key, let otherKey = other.key else {
      return name == other.name
        && (upper.isEmpty ? text : upper).utf8.elementsEqual((other.upper.isEmpty ? other.text : other.upper).utf8)
    }
    return key.utf8.elementsEqual(otherKey.utf8)
  }
}

extension String {
  /// The string with a–z as A–Z and all other characters unchanged.
  var uppercasedASCII: String {
    guard utf8.contains(where: { $0 >= 97 && $0 <= 122 }) else { return self }
    return String(decoding: utf8.map { $0 >= 97 && $0 <= 122 ? $0 & 0xDF : $0 }, as: UTF8.self)
  }
}
