// Text in the notation of JSON.

/// Writes text in JSON, without control characters, which a terminal may obey.
public struct JSONText: Sendable {
  /// Whether only ASCII is written.
  private let isASCII: Bool

  /// Makes a writer. `isASCII`: whether only ASCII is written, for example to a terminal without UTF-8, which may take
  /// a byte of a letter for a command.
  public init(isASCII: Bool = false) { self.isASCII = isASCII }

  /// The text with its quotes.
  public func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The text between the quotes.
  public func escaped(_ text: String) -> String {
    // Most texts need no escapes.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return text
    }
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.isObeyedByTerminals: quoted += Self.escape(scalar)
      case "\u{80}"... where isASCII: quoted += Self.escape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// Beyond the first 65,536 scalars JSON writes a scalar as two escapes.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar)!.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
