// Finds which values of an updated row differ.

import CSQLite
import Glibc

/// Compares the old and the new values of the pre-update hook's row.
struct RowComparison {
  let handle: OpaquePointer
  /// The table's layout; nil if it could not be looked up before.
  let layout: TableLayout?

  /// The indices of the columns whose value differs.
  var differingColumns: ColumnSet {
    var columns = ColumnSet()
    let count = Int(sqlite3_preupdate_count(handle))
    // The hook does not know the values of virtual generated columns, which it puts last.
    let known = layout.flatMap { $0.columnCount == count ? $0 : nil }
    for place in 0..<(known?.storedColumns.count ?? count) {
      var old: OpaquePointer?
      var new: OpaquePointer?
      guard place != known?.misreadPlace, sqlite3_preupdate_old(handle, Int32(place), &old) == SQLITE_OK,
        sqlite3_preupdate_new(handle, Int32(place), &new) == SQLITE_OK
      else {
        columns.insert(place)
        continue
      }
      if differ(old, new, isLenient: known?.virtualColumns.isEmpty == false) { columns.insert(place) }
    }
    return columns
  }

  /// Whether two values differ. In tables with virtual generated columns SQLite 3.40 reports whole numbers of REAL
  /// columns as integers, and the other way round: 7 and 7.0 are equal there.
  private func differ(_ old: OpaquePointer?, _ new: OpaquePointer?, isLenient: Bool) -> Bool {
    switch (sqlite3_value_type(old), sqlite3_value_type(new)) {
    case (SQLITE_NULL, SQLITE_NULL):
      return false
    case (SQLITE_INTEGER, SQLITE_INTEGER):
      return sqlite3_value_int64(old) != sqlite3_value_int64(new)
    case (SQLITE_FLOAT, SQLITE_FLOAT):
      return sqlite3_value_double(old) != sqlite3_value_double(new)
    case (SQLITE_TEXT, SQLITE_TEXT), (SQLITE_BLOB, SQLITE_BLOB):
      let first = sqlite3_value_blob(old)
      let second = sqlite3_value_blob(new)
      let count = sqlite3_value_bytes(old)
      guard count == sqlite3_value_bytes(new) else { return true }
      guard count > 0, let first, let second else { return false }
      return memcmp(first, second, Int(count)) != 0
    case (SQLITE_INTEGER, SQLITE_FLOAT), (SQLITE_FLOAT, SQLITE_INTEGER):
      return !isLenient || sqlite3_value_double(old) != sqlite3_value_double(new)
    default:
      return true
    }
  }
}
