// The encodings of a source.

/// How a source writes characters as bytes. A byte order mark at its beginning says more than this.
public enum SourceEncoding: String, CaseIterable, Sendable {
  /// UTF-8.
  case utf8
  /// UTF-16 in the order that the byte order mark or the first character tells.
  case utf16
  /// UTF-16, the low byte first.
  case utf16le
  /// UTF-16, the high byte first.
  case utf16be
  /// Latin-1: ISO 8859-1, a character for each byte.
  case latin1
  /// Windows-1252: Latin-1 with quotes, dashes and the euro sign.
  case windows1252

  /// The encoding with a name, in any case, with or without hyphens; nil if there is none.
  public init?(named name: String) {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch letters {
    case "iso88591": self = .latin1
    case "cp1252": self = .windows1252
    default: self.init(rawValue: letters)
    }
  }

  /// The name as people write it.
  public var title: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .utf16le: "UTF-16LE"
    case .utf16be: "UTF-16BE"
    case .latin1: "Latin-1"
    case .windows1252: "Windows-1252"
    }
  }
}
