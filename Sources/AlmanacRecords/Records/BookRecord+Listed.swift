// What a list reads of a record. A foreign hand may have put a blob anywhere, or have altered the table so that it may
// hold NULL: one such value is shown in its cell, and keeps no other row away.
import StructuredQueries

extension BookRecord {
  /// The columns of a record as a list reads them.
  static var listedColumns: [String] {
    TableColumns.columnNames.map { name in
      let column = "\"\(name)\""
      if excerpted.contains(name) { return excerpt(of: column) }
      return editableColumns.contains(.flag(name)) ? RecordFilter.number(name) : column
    }
  }

  /// The beginning of a text; another value as what it is.
  private static func excerpt(of column: String) -> String {
    // As bytes: of a text, `substr` gives nothing beyond a NUL; of an empty blob it gives NULL.
    """
    CASE typeof(\(column)) \
    WHEN 'text' THEN ifnull(substr(CAST(\(column) AS BLOB), 1, \(RecordsWindow<Self>.excerptLength)), '') \
    WHEN 'blob' THEN 'x''' || lower(hex(substr(\(column), 1, 100))) || iif(length(\(column)) > 100, '…', '''') \
    WHEN 'null' THEN 'NULL' ELSE \(column) END
    """
  }
}
