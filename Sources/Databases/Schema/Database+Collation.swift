import CSQLite

extension Database {
  /// The collation of a column of a table of the main database; nil if there is no such column, or the table is a view.
  /// Must be called inside a read.
  package func collation(of column: String, in table: String) -> String? {
    var name: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(handle, "main", table, column, nil, &name, nil, nil, nil)
    return code == SQLITE_OK ? name.map { String(cString: $0) } : nil
  }
}
