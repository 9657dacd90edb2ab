// Terminal commands within text that was copied from a terminal.

/// Finds escape sequences (ECMA-48), so that they can be removed as a whole: without its ESC alone, `ESC [ 3 1 m` would
/// leave `[31m`.
///
/// Finds only certain ones, so that no text is lost: control sequences, terminated control strings, and those shorter
/// sequences that are in everyday use and don't begin with a letter. The letter of `ESC d`, for example, stays.
enum EscapeSequence {
  /// The end of the sequence whose ESC precedes `rest`; the start of `rest` if there is none. An incomplete sequence
  /// ends where it breaks off.
  static func end(in rest: Substring.UnicodeScalarView) -> String.Index {
    var body = rest
    switch body.popFirst()?.value {
    case UInt8(ascii: "["):
      let last = body.drop { (0x30...0x3F).contains($0.value) }.drop { (0x20...0x2F).contains($0.value) }
      guard let scalar = last.first, (0x40...0x7E).contains(scalar.value) else { return last.startIndex }
      return last.index(after: last.startIndex)
    case UInt8(ascii: "]"): return endOfString(body, isEndedByBell: true) ?? rest.startIndex
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return endOfString(body, isEndedByBell: false) ?? rest.startIndex
    // Line drawing on and off, as in terminfo; UTF-8 on and off.
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return end(of: body, ifAnyOf: "0B") ?? rest.startIndex
    case UInt8(ascii: "%"): return end(of: body, ifAnyOf: "@G") ?? rest.startIndex
    // Save and restore the cursor, the two keypad modes, the end of a string.
    case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"):
      return body.startIndex
    default: return rest.startIndex
    }
  }

  /// The end of a sequence with one of these last characters; `nil` if it has another.
  private static func end(of rest: Substring.UnicodeScalarView, ifAnyOf last: String) -> String.Index? {
    guard let scalar = rest.first, last.unicodeScalars.contains(scalar) else { return nil }
    return rest.index(after: rest.startIndex)
  }

  /// The end of a control string, a title for example: after its terminator. `nil` if another control character comes
  /// first: then it is text.
  private static func endOfString(_ body: Substring.UnicodeScalarView, isEndedByBell: Bool) -> String.Index? {
    var rest = body.drop { $0.value >= 0x20 && $0.value != 0x7F }
    switch rest.popFirst()?.value {
    case 0x07 where isEndedByBell: return rest.startIndex
    case 0x1B where rest.first == "\\": return rest.index(after: rest.startIndex)
    default: return nil
    }
  }
}

private func ~= (ascii: UInt8, value: UInt32?) -> Bool { value == UInt32(ascii) }
