// One record, if a search finds it.
public import Databases
import LiveQueries
import StructuredQueries

extension BookRecord {
  /// The record with this identity, where there is one and `search` finds it. Inside a read.
  public static func find(_ id: Int, in search: SearchQuery, _ db: Database) throws -> Self? {
    guard let record = try find(id).fetchOne(db) else { return nil }
    if search.isEmpty { return record }
    let columns = searchIndex.columns.map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    let matcher = SearchMatcher(search)
    let isFound = try db.withStatement(
      "SELECT \(columns) FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?"
    ) { statement in
      try statement.bind(.integer(id), at: 1)
      guard try statement.step() else { return false }
      for column in 0..<statement.columnCount { statement.withBytes(column) { matcher.look(in: $0) } }
      return matcher.isMatch
    }
    return isFound ? record : nil
  }
}
