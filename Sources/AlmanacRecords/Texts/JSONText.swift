// Text in the notation of JSON.

/// Writes text in JSON, without control characters, which a terminal may obey.
public struct JSONText: Sendable {
  /// Whether only ASCII is written.
  private let isASCII: Bool

  /// Whether a character outside ASCII is shown as it is; nil if all are written.
  private let isShown: (@Sendable (String) -> Bool)?

  /// Makes a writer. `isASCII`: whether only ASCII is written, for example to a terminal without UTF-8, which may take
  /// a byte of a letter for a command. `isShown`: whether a person sees a character as it is, where JSON is for eyes.
  public init(isASCII: Bool = false, isShown: (@Sendable (String) -> Bool)? = nil) {
    (self.isASCII, self.isShown) = (isASCII, isShown)
  }

  /// The text with its quotes.
  public func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The text between the quotes.
  public func escaped(_ text: String) -> String {
    // Most texts need no escapes.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return text
    }
    guard let isShown, !isASCII else { return escaped(text.unicodeScalars) { _ in true } }
    var quoted = ""
    // An invisible character may be a part of a visible one, such as the joiners of an emoji.
    for character in text {
      let character = String(character)
      let isWhole = isShown(character)
      quoted += escaped(character.unicodeScalars) { isWhole || isShown(String($0)) }
    }
    return quoted
  }

  private func escaped(_ scalars: String.UnicodeScalarView, _ isShown: (Unicode.Scalar) -> Bool) -> String {
    var quoted = ""
    for scalar in scalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.isObeyedByTerminals: quoted += Self.escape(scalar)
      case "\u{80}"... where isASCII || !isShown(scalar): quoted += Self.escape(scalar)
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
