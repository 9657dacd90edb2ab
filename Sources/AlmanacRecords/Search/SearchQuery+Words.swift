// A search in words, and the completion of its last word.

extension SearchQuery {
  /// How the text was understood, if it says more than words that must occur; otherwise nil.
  public var understanding: String? {
    let parts = clauses.joined()
    let isPlain =
      filter == nil && clauses.allSatisfy { $0.count == 1 } && parts.allSatisfy { $0.word(in: nil)?.hasSign == false }
    if isPlain { return nil }
    let phrases = clauses.map { $0.map(\.phrase).joined(separator: " or ") }
    return (phrases + [filter?.title].compactMap(\.self)).joined(separator: ", ")
  }
}

extension String {
  /// Whether it looks like a condition, which it is not as a text.
  fileprivate var hasSign: Bool { contains { ":=<>~".contains($0) } }
}

extension SearchQuery.Part {
  fileprivate var phrase: String {
    let phrase =
      switch test {
      case .word(let word, nil): word.hasSign ? "text \"\(word)\"" : word
      case .word(let word, let column?): "\(column) has \(word)"
      case .pattern(let pattern, nil): "/\(pattern.source)/"
      case .pattern(let pattern, let column?): "\(column) matches /\(pattern.source)/"
      case .comparison(let filter): filter.title
      }
    return isExcluded ? "not \(phrase)" : phrase
  }
}

extension ListedTable {
  /// Completes the name of a column at the end of a search.
  /// - Returns: The text to add, and the columns that it may become; nil if no column begins so.
  public func completion(ofSearch text: String) -> (addition: String, columns: [String])? {
    let isQuoted = text.utf8.count { $0 == UInt8(ascii: "\"") } % 2 == 1
    var word = Substring(text)
    if let start = text.lastIndex(where: { isQuoted ? $0 == "\"" : $0.isWhitespace }) {
      word = text[text.index(after: start)...]
    }
    while !isQuoted, let first = word.first, "!-\"".contains(first) { word.removeFirst() }
    let typed = word.lowercased()
    guard !typed.isEmpty else { return nil }
    // A name with spaces is written in quotes from its beginning on.
    let found = columns.filter {
      $0.lowercased().hasPrefix(typed) && (isQuoted || !$0.contains { $0.isWhitespace || ":=<>!~\"".contains($0) })
    }
    guard let first = found.first else { return nil }
    let common = found.dropFirst().reduce(first.dropFirst(word.count)) { common, column in
      common.prefix(zip(common, column.dropFirst(word.count)).prefix { $0.lowercased() == $1.lowercased() }.count)
    }
    let end = found.count == 1 ? (isQuoted ? "\":" : ":") : ""
    return (String(common) + end, found)
  }
}
