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

  /// The number of rows tested so far, with the present one.
  var tested: Int { matcher.recordCount }

  /// Hands each row of `query` that the search finds to `found`, until `found` returns false. Returns false if it
  /// stopped after testing `most` rows or `mostBytes` bytes and there are more.
  @discardableResult
  func run(
    _ query: QueryFragment, _ db: Database, testing most: Int = .max, mostBytes: Int = .max,
    _ found: (PreparedStatement) throws -> Bool
  ) throws -> Bool {
    try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      let (rows, bytes) = (tested, matcher.byteCount)
      while try statement.step() {
        if tested - rows == most || matcher.byteCount - bytes >= mostBytes { return false }
        if matcher.matches(statement, fields), try !found(statement) { return true }
      }
      return true
    }
  }
}
