// One walk over the rows of a query, past those that a search does not find.
import Databases
import LiveQueries
import StructuredQueries

/// A walk over rows, by a search.
///
/// Nothing asks whether the read has been cancelled: SQLite itself stops then, within a few hundred rows.
struct SearchWalk {
  private let matcher: SearchMatcher
  /// The columns of each row that are searched.
  private let fields: [Int]

  init(search: SearchQuery, fields: [Int]) {
    matcher = SearchMatcher(search)
    self.fields = fields
  }

  /// Hands each row of `query` that the search finds to `found`, until that says that it has enough. Returns false
  /// where `most` rows were tested, or `mostBytes` of them, and there are more.
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
