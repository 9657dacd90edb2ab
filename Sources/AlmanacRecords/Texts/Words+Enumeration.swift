// Lists of words in a sentence.

extension Collection<String> {
  /// `a`, `a and b`, `a, b and c`.
  public var inWords: String { inWords(atMost: .max) }

  /// The same; if there are more than `limit`, the first ones and `and others`.
  public func inWords(atMost limit: Int) -> String {
    guard count <= limit else { return prefix(limit).joined(separator: ", ") + " and others" }
    return count < 2 ? joined() : prefix(count - 1).joined(separator: ", ") + " and " + suffix(1).joined()
  }
}
