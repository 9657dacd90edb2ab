// The position of a row in its list.
import Databases
import StructuredQueries

/// The values of a row for a list's order, exactly as stored. A decoded text may differ from the stored one and have
/// another place in the order.
public struct RowKey: Hashable, Sendable {
  let values: [ExactValue]
  /// The values that are too long to hold, by their position. `values` has their beginning.
  private let long: [Int: LongValue]

  init(_ values: [ExactValue], long: [Int: LongValue] = [:]) { (self.values, self.long) = (values, long) }

  /// The values in some fields of the row at `statement`.
  init(_ statement: PreparedStatement, _ fields: [Int]) {
    self.init(fields.map { statement.exactValue($0) })
  }

  /// A value for a statement. A long one is read from its record, whose rowid is in the column `rowID`; if the record
  /// has gone, the beginning of the value is used.
  func fragment(_ place: Int, rowID: ListOrder.Term) -> QueryFragment {
    guard let value = long[place] else { return values[place].fragment }
    let (column, table, id) = (value.column.quotedName, value.table.quotedTable, rowID.column.quotedName)
    let stored: QueryFragment = "SELECT \(raw: column) FROM \(raw: table) WHERE \(raw: id) = \(bind: value.rowID)"
    return "coalesce((\(stored)), \(values[place].fragment))"
  }
}
