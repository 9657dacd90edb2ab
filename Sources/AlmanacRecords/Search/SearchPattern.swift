// Regular expressions of a search: POSIX extended ones, as `grep -E` takes them, in the C library's own machine.
import Glibc

/// A regular expression that ignores case.
public struct SearchPattern: Hashable, Sendable {
  /// The text between the slashes.
  let source: String

  /// The most bytes of an expression.
  private static let longest = 500
  /// The most repetitions that `{…}` may ask for, one inside the other: the machine needs memory for each.
  private static let mostRepetitions = 1000

  /// Takes the text between the slashes. Nil if it is empty, not a regular expression, or one that may take forever: with
  /// `\1`, which means an earlier part, or with very many repetitions.
  init?(_ source: String) {
    guard !source.isEmpty, source.utf8.count <= Self.longest, !source.utf8.contains(0), Self.isBounded(source) else {
      return nil
    }
    self.source = source
    guard Machine(self) != nil else { return nil }
  }

  private static func isBounded(_ source: String) -> Bool {
    var (product, number, isEscaped, isInBraces) = (1, 0, false, false)
    for byte in source.utf8 {
      if isEscaped, (0x31...0x39).contains(byte) { return false }
      switch byte {
      case UInt8(ascii: "{") where !isEscaped: (isInBraces, number) = (true, 0)
      case UInt8(ascii: "}") where isInBraces:
        isInBraces = false
        product = product.multipliedReportingOverflow(by: max(1, number)).partialValue
        if product > mostRepetitions { return false }
      case UInt8(ascii: ",") where isInBraces: number = 0
      case 0x30...0x39 where isInBraces:
        number = number * 10 + Int(byte - 0x30)
        if number > mostRepetitions { return false }
      default: break
      }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return true
  }

  /// The compiled form, for one pass.
  final class Machine {
    private var compiled = regex_t()

    /// Nil if the expression has a mistake.
    init?(_ pattern: SearchPattern) {
      guard regcomp(&compiled, pattern.source, REG_EXTENDED | REG_ICASE | REG_NOSUB) == 0 else { return nil }
    }

    deinit { regfree(&compiled) }

    /// Whether it matches a part of a text.
    func matches(_ text: UnsafeRawBufferPointer) -> Bool {
      var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(min(text.count, Int(regoff_t.max))))
      guard let start = text.baseAddress else { return regexec(&compiled, "", 1, &range, REG_STARTEND) == 0 }
      return regexec(&compiled, start.assumingMemoryBound(to: CChar.self), 1, &range, REG_STARTEND) == 0
    }
  }
}
