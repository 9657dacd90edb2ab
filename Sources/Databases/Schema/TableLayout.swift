// What must be known of a table to read its changes.

/// How a table is laid out, as far as the pre-update hook's columns go.
///
/// The hook numbers columns as they are stored: the virtual generated ones come last, and it does not know their
/// values.
struct TableLayout: Equatable {
  /// The name under which changes are reported: that of the virtual table, for a shadow table.
  var reportedName: String
  /// Whether `reportedName` is that of a virtual table whose rows these tables hold.
  var isShadow = false
  /// The stored columns, in the order in which they are stored; in lower case.
  var storedColumns: [String] = []
  /// The virtual generated columns, which may change with any stored one.
  var virtualColumns: [String] = []
  /// The place at which the hook gives the rowid in the place of a value. SQLite 3.40 looks for the column that is the
  /// rowid where it would stand if virtual columns before it were stored.
  var misreadPlace: Int?

  /// The number of columns that the hook reports.
  var columnCount: Int { storedColumns.count + virtualColumns.count }
}
