// What a search reads of records, and where one of them stands, if a list shows it.
public import Databases
import StructuredQueries

extension BookRecord {
  /// The columns that tell whether a search finds a record: none, where it finds every one.
  static func columns(testedBy search: SearchQuery) -> [String] { search.isEmpty ? [] : searchIndex.columns }

  /// Where the record with this identity stands in its list; `nil` when there is none, or when the list does not
  /// show it. Inside a read.
  public static func place(of id: Int, in list: ListQuery<Self>, _ db: Database) throws -> RowKey? {
    let searched = columns(testedBy: list.search).map { QueryFragment(quote: $0).sql }
    let columns = (list.order.columnNames + searched).joined(separator: ", ")
    let condition = list.filter.map { " AND " + $0.condition.sql } ?? ""
    return try db.withStatement(
      "SELECT \(columns) FROM \(QueryFragment(quote: tableName).sql) WHERE id = ?\(condition)"
    ) { statement in
      try statement.bind(.integer(id), at: 1)
      guard try statement.step() else { return nil }
      let fields = list.order.columnNames.count..<statement.columnCount
      guard SearchMatcher(list.search).matches(statement, fields) else { return nil }
      return RowKey(statement, 0..<list.order.columnNames.count)
    }
  }
}
