// Remarks on values that are stored in another form than given, or that are not what their columns promise.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension FileTable {
  /// Says which of the given values a record now holds in another form, or as something other than the column's
  /// declared type promises.
  func remarks(on id: RecordID, given values: ExactRow, _ db: Database) throws -> [String] {
    let columns = table.style.editing.columns.filter { values[$0.name] != nil }
    guard !columns.isEmpty, let row = try table.exactRow(id, db) else { return [] }
    return columns.compactMap { column in
      guard let given = values[column.name], let stored = row[column.name] else { return nil }
      return column.remark(on: stored, given: given).map { "The value of \(column.label) is \($0)." }
    }
  }
}
