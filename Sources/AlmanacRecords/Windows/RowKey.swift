// Where a row stands in its list.
import Databases
import StructuredQueries

/// The values of a list's order for one row, exactly as they stand in the file: a decoded text need not be the one that
/// is stored, and would lie elsewhere in the order.
public struct RowKey: Hashable, Sendable {
  let values: [ExactValue]
  /// The values that are too long to be held, by their places: `values` has their beginning.
  private let long: [Int: LongValue]

  init(_ values: [ExactValue], long: [Int: LongValue] = [:]) { (self.values, self.long) = (values, long) }

  /// The values in some fields of the row that `statement` stands on.
  init(_ statement: PreparedStatement, _ fields: [Int]) {
    self.init(fields.map { statement.exactValue($0) })
  }

  /// A value in a statement. A long one is taken from its record, whose rowid is in the column `rowID`; if that has gone,
  /// its beginning stands for it.
  func fragment(_ place: Int, rowID: ListOrder.Term) -> QueryFragment {
    guard let value = long[place] else { return values[place].fragment }
    let (column, table, id) = (value.column.quotedName, value.table.quotedTable, rowID.column.quotedName)
    let stored: QueryFragment = "SELECT \(raw: column) FROM \(raw: table) WHERE \(raw: id) = \(bind: value.rowID)"
    return "coalesce((\(stored)), \(values[place].fragment))"
  }
}
