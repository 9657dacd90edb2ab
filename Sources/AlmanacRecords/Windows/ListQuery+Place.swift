// Finds the place of one record in a list.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// The key of the record with this identity in the list; nil if there is no such record or the list does not show it.
  /// Call inside a read.
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
