// Commands to a terminal, as they stand in text that was copied from one.

/// Finds escape sequences (ECMA-48), so that they can be left out whole: without its ESC alone, `ESC [ 3 1 m` would
/// stay as `[31m`.
enum EscapeSequence {
  /// Where the sequence ends that the ESC before `rest` begins. One that is broken off ends where it is.
  static func end(in rest: Substring.UnicodeScalarView) -> String.Index {
    var body = rest
    switch body.popFirst()?.value {
    case UInt8(ascii: "["):
      let last = body.drop { (0x30...0x3F).contains($0.value) }.drop { (0x20...0x2F).contains($0.value) }
      return end(of: last, if: 0x40...0x7E)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return endOfString(body)
    case UInt8(ascii: "N"), UInt8(ascii: "O"): return end(of: body, if: 0x20...0x7E)
    case .some(0x20...0x7E): return end(of: rest.drop { (0x20...0x2F).contains($0.value) }, if: 0x30...0x7E)
    default: return rest.startIndex
    }
  }

  /// Where the last character of a sequence ends, if it is one.
  private static func end(of rest: Substring.UnicodeScalarView, if isLast: ClosedRange<UInt32>) -> String.Index {
    guard let last = rest.first, isLast.contains(last.value) else { return rest.startIndex }
    return rest.index(after: rest.startIndex)
  }

  /// Where a title, say, ends: at its terminator. Where there is none before the next control character, it is text.
  private static func endOfString(_ body: Substring.UnicodeScalarView) -> String.Index {
    var rest = body.drop { $0.value >= 0x20 && $0.value != 0x7F }
    switch rest.popFirst()?.value {
    case 0x07: return rest.startIndex
    case 0x1B where rest.first == "\\": return rest.index(after: rest.startIndex)
    default: return body.startIndex
    }
  }
}

private func ~= (ascii: UInt8, value: UInt32?) -> Bool { value == UInt32(ascii) }
