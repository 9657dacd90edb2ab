import Databases

extension SearchMatcher {
  /// Whether the row at `statement` matches, whose columns at `positions` are the fields.
  func matches(_ statement: PreparedStatement, _ positions: [Int]) -> Bool {
    begin()
    for (place, position) in positions.enumerated() {
      // NULL is not the empty text.
      if !statement.isNull(position) { statement.withBytes(position) { look(in: $0, place) } }
    }
    return isMatch
  }
}
