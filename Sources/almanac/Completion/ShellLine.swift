// A command line as bash passes it: with its quotes, and split at the signs of COMP_WORDBREAKS.

/// The words of a command line of a POSIX shell, and how a word at its end is written.
struct ShellLine {
  /// The words without quotes. The last one is being typed; it is empty behind a space.
  private(set) var words: [String] = [""]
  /// The quote that is open at the end; nil if none is.
  private(set) var openQuote: Character?
  /// The number of characters of the last word that bash takes for words of their own: those up to `=` and `:`.
  private var splitCount = 0

  /// Parses a line.
  init(_ line: String) {
    var isEscaped = false
    for sign in line {
      if isEscaped {
        isEscaped = false
        words[words.count - 1].append(sign)
      } else if sign == "\\", openQuote != "'" {
        isEscaped = true
      } else if let quote = openQuote {
        if sign == quote { openQuote = nil } else { words[words.count - 1].append(sign) }
      } else if sign == "'" || sign == "\"" {
        openQuote = sign
      } else if sign == " " || sign == "\t" {
        if !words[words.count - 1].isEmpty { words.append("") }
        splitCount = 0
      } else {
        words[words.count - 1].append(sign)
        if sign == "=" || sign == ":" { splitCount = words[words.count - 1].count }
      }
    }
  }

  /// A candidate for the last word as bash inserts it: without what bash takes for earlier words, and quoted.
  func inserted(_ candidate: String) -> String {
    let rest = candidate.dropFirst(splitCount)
    switch openQuote {
    case "'": return rest.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    case "\"": return String(rest.flatMap { "\"\\$`".contains($0) ? ["\\", $0] : [$0] })
    default:
      return String(rest.flatMap { $0.isLetter || $0.isNumber || "_./-+:@%,=".contains($0) ? [$0] : ["\\", $0] })
    }
  }
}
