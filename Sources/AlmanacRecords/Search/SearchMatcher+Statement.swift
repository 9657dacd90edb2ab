import Databases

extension SearchMatcher {
  /// Whether the row at `statement` matches by the columns `fields`.
  func matches(_ statement: PreparedStatement, _ fields: [Int]) -> Bool {
    begin()
    for field in fields { statement.withBytes(field) { look(in: $0) } }
    return isMatch
  }
}
