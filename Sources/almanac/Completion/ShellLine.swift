// A command line as bash passes it: with its quotes, and split at the signs of COMP_WORDBREAKS.

/// The words of a command line of a POSIX shell, and how a word at its end is written.
struct ShellLine {
  /// The words without quotes. The last one is being typed; it is empty behind a space.
  private(set) var words: [String] = [""]
  /// The quote that is open at the end; nil if none is.
  private(set) var openQuote: Character?
  /// The number of characters of the last word that bash takes for words of their own: up to a sign like `=`.
  private var splitCount = 0

  /// Parses a line. `breaks`: the signs at which bash splits words, in addition to space.
  init(_ line: String, breaks: String) {
    var (isEscaped, hasBegun) = (false, false)
    for sign in line {
      if isEscaped {
        isEscaped = false
        if openQuote == "\"", !"\"\\$`".contains(sign) { words[words.count - 1].append("\\") }
        words[words.count - 1].append(sign)
      } else if sign == "\\", openQuote != "'" {
        (isEscaped, hasBegun) = (true, true)
      } else if let quote = openQuote {
        if sign == quote { openQuote = nil } else { words[words.count - 1].append(sign) }
      } else if sign == "'" || sign == "\"" {
        (openQuote, hasBegun) = (sign, true)
      } else if sign == " " || sign == "\t" {
        if hasBegun { words.append("") }
        (splitCount, hasBegun) = (0, false)
      } else {
        words[words.count - 1].append(sign)
        hasBegun = true
        // Bash counts an `@` to the word behind it.
        if breaks.contains(sign) { splitCount = words[words.count - 1].count - (sign == "@" ? 1 : 0) }
      }
    }
  }

  /// A candidate for the last word as bash inserts it: without what bash takes for earlier words, and quoted.
  func inserted(_ candidate: String) -> String {
    let rest = candidate.dropFirst(splitCount)
    switch openQuote {
    case "'": return rest.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    case "\"":
      // Bash expands a `!` of its history also within these quotes.
      return rest.map { sign in
        sign == "!" ? #""'!'""# : "\"\\$`".contains(sign) ? "\\\(sign)" : String(sign)
      }.joined()
    default:
      return String(rest.flatMap { $0.isLetter || $0.isNumber || "_./-+:@%,=".contains($0) ? [$0] : ["\\", $0] })
    }
  }
}
