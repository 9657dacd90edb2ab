// All records of a list, or those that a search finds, whole and in order: for what is written out, not shown.
public import Databases
import LiveQueries
import StructuredQueries

/// The records of a table in their order, column by column.
public struct RecordListing<Record: BookRecord>: Sendable {
  public var search: SearchQuery
  public var limit: Int?

  public init(search: SearchQuery = SearchQuery(), limit: Int? = nil) {
    self.search = search
    self.limit = limit
  }

  /// The names of the columns.
  public static var columns: [String] { Record.TableColumns.columnNames }

  /// Hands every record to `body`, a value for each column. Inside a read.
  public func forEach(_ db: Database, _ body: ([SQLiteValue]) throws -> Void) throws {
    var left = limit ?? .max
    guard left > 0 else { return }
    let width = Self.columns.count
    let fields = width..<width + Record.searchIndex.columns.count
    let matcher = SearchMatcher(search)
    let query = try query(db)
    try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      while left > 0, try statement.step() {
        guard search.isEmpty || matcher.matches(statement, fields) else { continue }
        try body((0..<width).map(statement.value))
        left -= 1
      }
    }
  }

  private func query(_ db: Database) throws -> QueryFragment {
    let columns = (Self.columns + Record.searchIndex.columns).map { "\"\($0)\"" }.joined(separator: ", ")
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(quote: Record.tableName)"
    if !search.isEmpty, let few = try SearchCandidates(index: Record.searchIndex, search: search, db: db).few() {
      query = "\(query) WHERE \"id\" IN (\(few))"
    }
    return "\(query) ORDER BY \(Record.order.terms(.down))"
  }
}
