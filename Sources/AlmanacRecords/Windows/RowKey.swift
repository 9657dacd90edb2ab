// Where a row stands in its list.
import Databases
import StructuredQueries

/// The values of a list's order for one row, exactly as they stand in the file: a decoded text need not be the one that
/// is stored, and would lie elsewhere in the order.
public struct RowKey: Hashable, Sendable {
  let values: [ExactValue]

  init(_ values: [ExactValue]) { self.values = values }

  /// The values in `columns` of the row that `statement` stands on.
  init(_ statement: PreparedStatement, _ columns: Range<Int>) {
    values = columns.map { statement.exactValue($0) }
  }
}
