// The rows of a write in the form of its commit's batch.
import Databases

extension Sequence<RowChange> {
  /// The rows by table, without generated columns. Tables without a shape are left out.
  func changedRows(_ shapes: [TableKey: RowShape]) -> [ChangedRows] {
    var found: [TableKey: ChangedRows] = [:]
    for change in self {
      guard let shape = shapes[change.key] else { continue }
      let table = ChangedRows.Table(
        shape.table, columns: shape.columns, key: shape.primaryKey, unique: shape.unique,
        hasLooseRowIDs: shape.hasLooseRowIDs)
      found[change.key, default: ChangedRows(table, rows: [])].rows.append(
        ChangedRows.Row(
          rowID: change.id.rowID, before: change.before?.values(of: shape.columns),
          after: change.after?.values(of: shape.columns)))
    }
    return Array(found.values)
  }
}

extension ExactRow {
  fileprivate func values(of columns: [String]) -> [ExactValue] {
    self.columns == columns ? values : columns.map { self[$0] ?? .null }
  }
}
