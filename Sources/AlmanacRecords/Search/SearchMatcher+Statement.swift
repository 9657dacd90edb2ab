import Databases

extension SearchMatcher {
  /// Whether the row at `statement` matches, whose columns at `positions` are the fields.
  func matches(_ statement: PreparedStatement, _ positions: [Int]) -> Bool {
    begin()
    for (place, position) in positions.enumerated() { statement.withBytes(position) { look(in: $0, place) } }
    return isMatch
  }
}
