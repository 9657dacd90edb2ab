// Walks over the rows of a query and skips rows that a search does not find.
import Databases
import LiveQueries
import StructuredQueries

/// A walk over rows with a search.
///
/// It does not check for cancellation: SQLite itself stops then, within a few hundred rows.
struct SearchWalk {
  private let matcher: SearchMatcher
  /// The searched columns of each row.
  private let fields: [Int]

  init(search: SearchQuery, fields: [Int]) {
    matcher = SearchMatcher(search)
    self.fields = fields
  }

  /// Hands each row of `query` that the search finds to `found`, until `found` returns false. Returns false if it
  /// stopped after testing `most` rows or `mostBytes` bytes and there are more.
  @discardableResult
  func run(
    _ query: QueryFragment, _ db: Database, testing most: Int = .max, mostBytes: Int = .max,
    _ found: (PreparedStatement) throws -> Bool
  ) throws -> Bool {
    try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      var (tested, bytes) = (0, 0)
      while try statement.step() {
        if tested == most || bytes >= mostBytes { return false }
        tested += 1
        if mostBytes < .max { for field in fields { bytes += statement.withBytes(field) { $0.count } } }
        if matcher.matches(statement, fields), try !found(statement) { return true }
      }
      return true
    }
  }
}
