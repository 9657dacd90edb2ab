// Values as text.
public import Databases

extension ExactValue {
  /// The value as text: NULL is empty, bytes are in the notation of SQL, `x'00ff'`, and invalid parts of a text are
  /// U+FFFD.
  public var plainText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text, .utf16: repairedString ?? ""
    case .blob(let bytes): Self.hexadecimal(bytes, limit: .max)
    }
  }

  /// Writes the same text in short pieces that can be escaped or made harmless one by one. Infinity is 1e999, which
  /// SQLite reads as such in a column of numbers.
  public func writePlainText(_ output: (String) throws -> Void) rethrows {
    switch self {
    case .null, .integer: try output(plainText)
    case .real(let value): try output(value.json)
    case .text, .utf16: try plainText.inPieces(output)
    case .blob(let bytes):
      try output("x'")
      for start in stride(from: 0, to: bytes.count, by: String.pieceLength) {
        let piece = Array(bytes[start..<min(start + String.pieceLength, bytes.count)])
        try output(String(Self.hexadecimal(piece, limit: .max).dropFirst(2).dropLast()))
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
    case .text(let bytes) where bytes.areWrittenBytes:
      // As plain text it would be read as bytes.
      try output("\"\\u00\(plainText.hasPrefix("x") ? "78" : "58")\(plainText.dropFirst())\"")
    case .text, .utf16, .blob:
      try output("\"")
      try writePlainText { try output(json.escaped($0)) }
      try output("\"")
    }
  }

  /// Whether it is a number that a list, or JSON, prints as `word`.
  func isPrinted(as word: String) -> Bool {
    if case .real(let number) = self, number.json == word { true } else { isNumber && shown == word }
  }
}

extension Double {
  /// The number in JSON: infinity is a number that is beyond all others.
  fileprivate var json: String { isFinite ? String(self) : self < 0 ? "-1e999" : "1e999" }
}

extension [UInt8] {
  /// Whether the text looks like bytes: `x'00ff'`.
  fileprivate var areWrittenBytes: Bool {
    (starts(with: "x'".utf8) || starts(with: "X'".utf8)) && ExactValue.bytes(hexadecimal: self) != nil
  }
}

extension String {
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
