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
    let fields = columns.add(order.columnNames)
    var key: RowKey?
    try RecordReader(self, db, reading: columns).run([table.condition(of: id)]) { row in
      key = RowKey(row, fields)
      return false
    }
    return key
  }
}
