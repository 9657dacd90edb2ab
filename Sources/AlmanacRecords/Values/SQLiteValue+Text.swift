// Values as text.
public import Databases

extension SQLiteValue {
  /// Converts a value; a text that is not UTF-8 gets U+FFFD.
  public init(_ value: ExactValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .blob(let bytes): .blob(bytes)
      case .text, .utf16: .text(value.repairedString ?? "")
      }
  }

  /// The value as text: NULL is empty, bytes are in the notation of SQL, `x'00ff'`.
  public var plainText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let bytes): ExactValue.hexadecimal(bytes, limit: .max)
    }
  }

  /// Writes the same text in short pieces that can be escaped or made harmless one by one.
  public func writePlainText(_ output: (String) throws -> Void) rethrows {
    switch self {
    case .null, .integer, .real: try output(plainText)
    case .text(let text): try text.inPieces(output)
    case .blob(let bytes):
      try output("x'")
      for start in stride(from: 0, to: bytes.count, by: String.pieceLength) {
        let piece = Array(bytes[start..<min(start + String.pieceLength, bytes.count)])
        try output(String(ExactValue.hexadecimal(piece, limit: .max).dropFirst(2).dropLast()))
      }
      try output("'")
    }
  }

  /// Writes the value in JSON, in pieces: bytes as the same text, infinity as a number beyond all others.
  public func writeJSON(as json: JSONText, _ output: (String) throws -> Void) rethrows {
    switch self {
    case .null: try output("null")
    case .integer(let value): try output(String(value))
    case .real(let value): try output(value.json)
    case .text(let text) where text.isLikeBytes:
      // As plain text it would be read as bytes.
      try output("\"\\u00\(text.hasPrefix("x") ? "78" : "58")\(text.dropFirst())\"")
    case .text, .blob:
      try output("\"")
      try writePlainText { try output(json.escaped($0)) }
      try output("\"")
    }
  }
}

extension ExactValue {
  /// Whether it is a number that a list, or JSON, prints as `word`.
  func isPrinted(as word: String) -> Bool {
    if case .real(let number) = self, number.json == word { true } else { isNumber && shown == word }
  }
}

extension Double {
  /// The number in JSON: infinity is a number that is beyond all others.
  fileprivate var json: String { isFinite ? String(self) : self < 0 ? "-1e999" : "1e999" }
}

extension String {
  /// Whether it looks like bytes: `x'00ff'`.
  fileprivate var isLikeBytes: Bool {
    (utf8.starts(with: "x'".utf8) || utf8.starts(with: "X'".utf8))
      && ExactValue.bytes(hexadecimal: Array(utf8)) != nil
  }

  /// The approximate number of bytes in a piece.
  fileprivate static let pieceLength = 1 << 15

  /// Writes the text in pieces that begin with an ASCII character, so that no character is split.
  fileprivate func inPieces(_ output: (String) throws -> Void) rethrows {
    guard utf8.count > Self.pieceLength else { return try output(self) }
    var start = startIndex
    while start < endIndex {
      var end = utf8.index(start, offsetBy: Self.pieceLength, limitedBy: endIndex) ?? endIndex
      while end < endIndex, utf8[end] >= 0x80 { end = utf8.index(after: end) }
      try output(String(self[start..<end]))
      start = end
    }
  }
}
