// Where one record stands in a list, if that shows it.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// Where the record with this identity stands in the list; `nil` when there is none, or when the list does not show it.
  /// Inside a read.
  public func place(of id: RecordID, _ db: Database) throws -> RowKey? {
    if table.identity == .none { return try RecordScan(list: self, db: db).place(of: id) }
    var columns = StatementColumns()
    let key = columns.add(order.columnNames)
    let searched = columns.add(table.columns(testedBy: search).map(\.quotedName))
    var query: QueryFragment = "SELECT \(raw: columns.list) FROM \(raw: table.quoted) WHERE \(table.condition(of: id))"
    if let filter { query = "\(query) AND \(filter.condition)" }
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      guard try statement.step(), SearchMatcher(search).matches(statement, searched) else { return nil }
      return RowKey(statement, key)
    }
  }
}
