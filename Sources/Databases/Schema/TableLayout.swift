// The facts about a table that are needed to read its changes.

/// The layout of a table, as the pre-update hook numbers its columns.
///
/// The hook numbers columns in stored order: the virtual generated ones come last, and it does not know their values.
struct TableLayout: Equatable {
  /// The name under which changes are reported; for a shadow table, that of its virtual table.
  var reportedName: String
  /// Whether `reportedName` is a virtual table, whose rows this table stores.
  var isShadow = false
  /// The stored columns, in stored order; in lower case.
  var storedColumns: [String] = []
  /// The virtual generated columns, which may change with any stored one.
  var virtualColumns: [String] = []
  /// The index at which the hook returns the rowid instead of a value. SQLite 3.40 computes the rowid column's index as
  /// if virtual columns before it were stored.
  var misreadPlace: Int?

  /// The number of columns that the hook reports.
  var columnCount: Int { storedColumns.count + virtualColumns.count }
}
