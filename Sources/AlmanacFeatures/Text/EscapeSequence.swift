// Commands to a terminal, as they stand in text that was copied from one.

/// Finds escape sequences (ECMA-48), so that they can be left out whole: without its ESC alone, `ESC [ 3 1 m` would
/// stay as `[31m`.
///
/// Only what is surely one, so that no text goes with it: control sequences, control strings that are ended, and of the
/// shorter ones those with which terminals are commanded every day and which don't begin with a letter. Of `ESC d`, say,
/// the letter stays.
enum EscapeSequence {
  /// Where the sequence ends that the ESC before `rest` begins; the start of `rest` where it begins none. One that is
  /// broken off ends where it is.
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
    // Line drawing and back, as the terminals' database has them; UTF-8 and back.
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return end(of: body, ifAnyOf: "0B") ?? rest.startIndex
    case UInt8(ascii: "%"): return end(of: body, ifAnyOf: "@G") ?? rest.startIndex
    // Cursor kept and brought back, the keypad's two modes, the end of a string.
    case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"):
      return body.startIndex
    default: return rest.startIndex
    }
  }

  /// Where the last character of a sequence ends, if it is one.
  private static func end(of rest: Substring.UnicodeScalarView, ifAnyOf last: String) -> String.Index? {
    guard let scalar = rest.first, last.unicodeScalars.contains(scalar) else { return nil }
    return rest.index(after: rest.startIndex)
  }

  /// Where a title, say, ends: at its terminator. Where there is none before the next control character, it is text.
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
