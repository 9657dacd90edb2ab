// Where one record stands, if a search finds it.
public import Databases
import StructuredQueries

extension BookRecord {
  /// Where the record with this identity stands in its list; `nil` when there is none, or when `search` does not find it.
  /// Inside a read.
  public static func place(of id: Int, in search: SearchQuery, _ db: Database) throws -> RowKey? {
    let searched = searchIndex.columns.map { QueryFragment(quote: $0).sql }
    let columns = (order.columnNames + searched).joined(separator: ", ")
    return try db.withStatement(
      "SELECT \(columns) FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?"
    ) { statement in
      try statement.bind(.integer(id), at: 1)
      guard try statement.step() else { return nil }
      let fields = order.columnNames.count..<statement.columnCount
      guard SearchMatcher(search).matches(statement, fields) else { return nil }
      return RowKey(statement, 0..<order.columnNames.count)
    }
  }
}
