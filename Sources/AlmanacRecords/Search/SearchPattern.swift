// Regular expressions of a search: POSIX extended ones, as `grep -E` takes them, in the C library's own machine.
import Glibc

/// A regular expression that ignores case.
public struct SearchPattern: Hashable, Sendable {
  /// The text between the slashes.
  let source: String

  /// The most bytes of an expression.
  private static let longest = 500
  /// The most copies of a part that its repetitions may ask for in all: the machine needs memory for each.
  private static let mostCopies = 1000

  /// Takes the text between the slashes. Nil if it is empty, not a regular expression, or one that may take forever: with
  /// `\1`, which means an earlier part, or with very many repetitions.
  init?(_ source: String) {
    guard !source.isEmpty, source.utf8.count <= Self.longest, !source.utf8.contains(0), Self.isBounded(source) else {
      return nil
    }
    self.source = source
    guard Machine(self) != nil else { return nil }
  }

  /// Whether the machine stays small: `+` copies what it repeats once, `{2,5}` five times, and repetitions of one
  /// another multiply.
  private static func isBounded(_ source: String) -> Bool {
    var (copies, number, most, isEscaped, isInBraces) = (1, 0, 0, false, false)
    for byte in source.utf8 {
      if isEscaped, (0x31...0x39).contains(byte) { return false }
      switch byte {
      case UInt8(ascii: "+") where !isEscaped: copies *= 2
      case UInt8(ascii: "{") where !isEscaped: (isInBraces, number, most) = (true, 0, 0)
      case UInt8(ascii: "}") where isInBraces:
        isInBraces = false
        copies *= max(1, number, most)
      case UInt8(ascii: ",") where isInBraces: (most, number) = (number, 0)
      case 0x30...0x39 where isInBraces: number = min(number * 10 + Int(byte - 0x30), mostCopies + 1)
      default: break
      }
      if copies > mostCopies { return false }
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

    /// The most bytes of a line that are tested: the time grows with their square.
    private static let longestLine = 4096

    /// Whether it matches a part of a line of the text.
    func matches(_ text: UnsafeRawBufferPointer) -> Bool {
      guard let base = text.baseAddress else { return matches("", 0) }
      var start = 0
      while true {
        let rest = text.count - start
        let end = memchr(base + start, 0x0A, rest).map { UnsafeRawPointer($0) - base } ?? text.count
        let line = (base + start).assumingMemoryBound(to: CChar.self)
        if matches(line, min(end - start, Self.longestLine)) { return true }
        guard end < text.count else { return false }
        start = end + 1
      }
    }

    private func matches(_ line: UnsafePointer<CChar>, _ count: Int) -> Bool {
      var range = regmatch_t(rm_so: 0, rm_eo: regoff_t(count))
      return regexec(&compiled, line, 1, &range, REG_STARTEND) == 0
    }
  }
}
