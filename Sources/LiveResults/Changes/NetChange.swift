// Several commits as one change of rows.

import Databases

/// What commits together have done to the rows of each table: a row that came and went is not in it.
struct NetChange {
  /// What names a row of a table.
  enum Key: Hashable {
    case rowID(Int)
    case values(Tuple)
  }

  struct Row {
    var rowID: Int?
    var old: Tuple?
    var new: Tuple?
  }

  struct Table {
    var table: ChangedRows.Table
    fileprivate var byKey: [Key: Row] = [:]
    /// The rows, each once.
    var rows: some Collection<Row> { byKey.values }
  }

  /// The tables by name in lower case.
  private(set) var tables: [String: Table] = [:]
  /// The tables that have changed, and of whose rows no more is known.
  private(set) var unknown: Set<String> = []
  private(set) var rowCount = 0

  /// Adds the changes that a later commit made to a table.
  mutating func add(_ change: TableChange, of name: String) {
    guard let rows = change.rows else {
      unknown.insert(name)
      return
    }
    var net = tables.removeValue(forKey: name) ?? Table(table: rows.table)
    let keyPlaces = rows.table.key.compactMap(rows.table.columns.firstIndex)
    for row in rows.rows {
      func key(_ values: Tuple) -> Key { row.rowID.map(Key.rowID) ?? .values(keyPlaces.map { values[$0] }) }
      if let before = row.before {
        net.byKey[key(before), default: Row(rowID: row.rowID, old: before)].new = nil
      }
      if let after = row.after { net.byKey[key(after), default: Row(rowID: row.rowID)].new = after }
    }
    rowCount += rows.rows.count
    tables[name] = net
  }
}
