extension String {
  /// The text without white space at its ends.
  public var trimmedOfWhitespace: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
