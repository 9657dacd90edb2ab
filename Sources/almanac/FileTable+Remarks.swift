// Remarks on values that are not what their columns promise.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension FileTable {
  /// Says which columns of a record now hold something else than their declared types promise.
  func remarks(on id: RecordID, in columns: some Collection<String>, _ db: Database) throws -> [String] {
    let promising = table.style.editableColumns.filter { $0.promise != nil && columns.contains($0.name) }
    guard !promising.isEmpty, let row = try table.exactRow(id, db) else { return [] }
    return promising.compactMap { column in
      row[column.name].flatMap(column.remark).map { "The value of \(column.label) is \($0)." }
    }
  }
}
