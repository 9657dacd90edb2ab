// A key that a person types in one line.

/// The typed key of a record, and the values that it may mean.
public struct TypedKey: Hashable, Sendable {
  /// The typed text.
  public let text: String
  /// The possible readings, the likeliest first: a value for each column of the key.
  public let ways: [[String]]

  /// The most readings that are tried: many words can be split in very many ways.
  private static let mostWays = 500

  /// Reads `text` as a key of `count` values: by its quotes as in a search, `"New York" NY`, and then split at spaces
  /// in every way. Nil if it is empty.
  public init?(_ text: String, count: Int) {
    let text = text.trimmedOfWhitespace
    guard !text.isEmpty, count > 0 else { return nil }
    self.text = text
    let words = Self.words(of: text)
    var ways: [[String]] = []
    if words.contains(where: \.isQuoted), words.count == count { ways.append(words.map(\.text)) }
    var left = Self.mostWays
    let cuts = Self.cuts(of: text, into: count, &left)
    // Values are seldom empty.
    for way in cuts.filter({ !$0.contains("") }) + cuts.filter({ $0.contains("") }) where !ways.contains(way) {
      ways.append(way)
    }
    self.ways = ways
  }

  /// The words between spaces; a word that begins with a quote extends to the next quote.
  private static func words(of text: String) -> [(text: String, isQuoted: Bool)] {
    var words: [(text: String, isQuoted: Bool)] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" {
        let inside = rest.dropFirst()
        let end = inside.firstIndex(of: "\"") ?? inside.endIndex
        words.append((String(inside[..<end]), true))
        rest = inside[end...].dropFirst()
      } else {
        let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
        words.append((String(rest[..<end]), false))
        rest = rest[end...]
      }
    }
    return words
  }

  /// The ways to split a text at white space, which is removed, into so many parts, which may be empty.
  private static func cuts(of text: String, into count: Int, _ left: inout Int) -> [[String]] {
    guard left > 0 else { return [] }
    if count == 1 {
      left -= 1
      return [[text]]
    }
    var cuts: [[String]] = []
    var start = text.startIndex
    // The first part is empty, ends before some white space, or is the whole text.
    var places = [(text.startIndex, text.startIndex)]
    while let space = text[start...].firstIndex(where: \.isWhitespace) {
      start = text[space...].firstIndex { !$0.isWhitespace } ?? text.endIndex
      places.append((space, start))
    }
    places.append((text.endIndex, text.endIndex))
    if text.isEmpty { places = [(text.startIndex, text.startIndex)] }
    for (end, next) in places {
      for rest in Self.cuts(of: String(text[next...]), into: count - 1, &left) {
        cuts.append([String(text[..<end])] + rest)
      }
    }
    return cuts
  }
}
