// Where one record stands in a list, if that shows it.
public import Databases
import StructuredQueries

extension ListQuery {
  /// Where the record with this identity stands in the list; `nil` when there is none, or when the list does not show it.
  /// Inside a read.
  public func place(of id: Int, _ db: Database) throws -> RowKey? {
    let searched = table.columns(testedBy: search).map { QueryFragment(quote: $0).sql }
    let columns = (order.columnNames + searched).joined(separator: ", ")
    let condition = filter.map { " AND " + $0.condition.sql } ?? ""
    return try db.withStatement("SELECT \(columns) FROM \(table.quoted) WHERE id = ?\(condition)") { statement in
      try statement.bind(.integer(id), at: 1)
      guard try statement.step() else { return nil }
      let fields = order.columnNames.count..<statement.columnCount
      guard SearchMatcher(search).matches(statement, fields) else { return nil }
      return RowKey(statement, 0..<order.columnNames.count)
    }
  }
}
