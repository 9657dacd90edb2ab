// What was typed into the search line, taken apart into terms.

/// A search: every term must occur somewhere in a record's text, every excluded one nowhere.
///
/// Terms are separated by white space; `"two words"` is one term; `!term` excludes. Any text is a legal search: a quote
/// that is not closed reaches to the end, a lone `!` or quote says nothing yet. Of very many terms the first
/// `capacity` count.
public struct SearchQuery: Hashable, Sendable {
  /// So many terms are looked for; nobody types more, but a text may be pasted.
  public static let capacity = 64

  /// What was typed.
  public let text: String
  /// The terms that must occur, folded (see `SearchFold`), none empty.
  public let terms: [String]
  /// The terms that must not occur, folded, none empty.
  public let excluded: [String]

  /// Whether every record matches.
  public var isEmpty: Bool { terms.isEmpty && excluded.isEmpty }

  /// Takes `text` apart.
  public init(_ text: String = "") {
    self.text = text
    var terms: [String] = []
    var excluded: [String] = []
    var rest = text[...]
    while let first = rest.first, terms.count + excluded.count < Self.capacity {
      guard !first.isWhitespace else {
        rest.removeFirst()
        continue
      }
      let isExcluded = first == "!"
      if isExcluded { rest.removeFirst() }
      let term = SearchFold.fold(Self.takeTerm(from: &rest))
      guard !term.isEmpty else { continue }
      if isExcluded {
        if !excluded.contains(term) { excluded.append(term) }
      } else if !terms.contains(term) {
        terms.append(term)
      }
    }
    self.terms = terms
    self.excluded = excluded
  }

  /// Removes one term from the front of `rest`: up to the closing quote, or up to white space.
  private static func takeTerm(from rest: inout Substring) -> Substring {
    let term: Substring
    if rest.first == "\"" {
      rest.removeFirst()
      term = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(term.count + 1)
    } else {
      term = rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(term.count)
    }
    return term
  }

  // Two searches that ask for the same are the same, however they were typed.
  public static func == (a: Self, b: Self) -> Bool { a.terms == b.terms && a.excluded == b.excluded }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(terms)
    hasher.combine(excluded)
  }
}
