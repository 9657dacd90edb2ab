// Lists of words in a sentence.

extension Collection<String> {
  /// `a`, `a and b`, `a, b and c`.
  public var inWords: String { inWords(atMost: .max) }

  /// `a`, `a or b`, `a, b or c`, with `word` before the last.
  public func inWords(joinedBy word: String) -> String {
    count < 2 ? joined() : prefix(count - 1).joined(separator: ", ") + " \(word) " + suffix(1).joined()
  }

  /// The same as `inWords`; if there are more than `limit`, the first ones and `and others`.
  public func inWords(atMost limit: Int) -> String {
    guard count <= limit else { return prefix(limit).joined(separator: ", ") + " and others" }
    return inWords(joinedBy: "and")
  }
}
