// Where one record stands in a list, if that shows it.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// Where the record with this identity stands in the list; `nil` when there is none, or when the list does not show it.
  /// Inside a read.
  public func place(of id: RecordID, _ db: Database) throws -> RowKey? {
    if table.identity == .none { return try RecordScan(list: self, db: db).place(of: id) }
    let searched = table.columns(testedBy: search).map(\.quotedName)
    let columns = (order.columnNames + searched).joined(separator: ", ")
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(raw: table.quoted) WHERE \(table.condition(of: id))"
    if let filter { query = "\(query) AND \(filter.condition)" }
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      guard try statement.step() else { return nil }
      let fields = order.columnNames.count..<statement.columnCount
      guard SearchMatcher(search).matches(statement, fields) else { return nil }
      return RowKey(statement, 0..<order.columnNames.count)
    }
  }
}
