// The values of a changed row by column name.
public import Databases

extension ChangedRows.Row {
  /// The values of some columns after the change, or before it for a deleted row. Nil if `table` lacks a column or none
  /// is requested.
  public func values(of columns: [String], in table: ChangedRows.Table) -> [ExactValue]? {
    guard !columns.isEmpty, let values = after ?? before else { return nil }
    var found: [ExactValue] = []
    for name in columns {
      guard let place = table.columns.firstIndex(where: { $0.isSameName(as: name) }) else { return nil }
      found.append(values[place])
    }
    return found
  }
}
