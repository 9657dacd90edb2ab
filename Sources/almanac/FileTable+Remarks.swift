// Remarks on values that are not what their columns promise.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension FileTable {
  /// Says of columns of a record what SQLite stores in them though their declared types promise something else.
  func remarks(on id: RecordID, in columns: some Collection<String>, _ db: Database) throws -> [String] {
    let promising = table.style.editableColumns.filter { $0.promise != nil && columns.contains($0.name) }
    guard !promising.isEmpty, let row = try table.exactRow(id, db) else { return [] }
    return promising.compactMap { column in
      row[column.name].flatMap(column.remark).map { "The value of \(column.label) is \($0)." }
    }
  }
}
