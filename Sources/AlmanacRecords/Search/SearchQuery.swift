// The text of the search line, split into terms.

/// A search: every term must occur somewhere in a record's text, and no excluded term may occur.
///
/// Terms are separated by white space; `"two words"` is one term; `!term` excludes. Any text is a valid search: a quote
/// that is not closed extends to the end, and a lone `!` or quote has no effect yet. Of very many terms only the first
/// `capacity` count.
public struct SearchQuery: Hashable, Sendable {
  /// The most terms of a search. A person types fewer, but may paste a text.
  public static let capacity = 64
  /// The most terms that are read, including repeated ones.
  private static let lookedAt = 1000

  /// The typed text.
  public let text: String
  /// The terms that must occur, folded (see `SearchFold`), none empty.
  public let terms: [String]
  /// The terms that must not occur, folded, none empty.
  public let excluded: [String]

  /// Whether every record matches.
  public var isEmpty: Bool { terms.isEmpty && excluded.isEmpty }

  /// Splits `text` into terms.
  public init(_ text: String = "") {
    self.text = text
    var terms: [String] = []
    var excluded: [String] = []
    var rest = text.unicodeScalars[...]
    var looked = 0
    while let first = rest.first, terms.count + excluded.count < Self.capacity, looked < Self.lookedAt {
      guard !first.isWhitespace else {
        rest.removeFirst()
        continue
      }
      looked += 1
      let isExcluded = first == "!"
      if isExcluded { rest.removeFirst() }
      let term = SearchFold.fold(Substring(Self.takeTerm(from: &rest)))
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

  /// Makes a search for records that both searches find.
  init(_ a: SearchQuery, _ b: SearchQuery) {
    text = "\(a.text) \(b.text)"
    terms = a.terms + b.terms.filter { !a.terms.contains($0) }
    excluded = a.excluded + b.excluded.filter { !a.excluded.contains($0) }
  }

  /// Removes one term from the front of `rest`: up to the closing quote or to white space.
  private static func takeTerm(from rest: inout Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    let term = rest[..<end(ofTermIn: Substring(rest), isQuoted: isQuoted)]
    rest = rest[term.endIndex...]
    if isQuoted, !rest.isEmpty { rest.removeFirst() }
    return term
  }

  /// The end of the term at the start of `text`. It reads bytes rather than characters, because a megabyte may be
  /// pasted.
  private static func end(ofTermIn text: Substring, isQuoted: Bool) -> String.Index {
    var rest = text.utf8[...]
    while let index = rest.firstIndex(where: { isQuoted ? $0 == 0x22 : $0 <= 0x20 || $0 >= 0x80 }) {
      let scalar = text.unicodeScalars[index]
      if isQuoted || scalar.isWhitespace { return index }
      rest = text.utf8[text.unicodeScalars.index(after: index)...]
    }
    return text.endIndex
  }

  // Two searches with the same terms are equal, however they were typed.
  public static func == (a: Self, b: Self) -> Bool { a.terms == b.terms && a.excluded == b.excluded }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(terms)
    hasher.combine(excluded)
  }
}

extension Unicode.Scalar {
  fileprivate var isWhitespace: Bool {
    isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
