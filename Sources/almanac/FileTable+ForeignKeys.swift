// Why a foreign key forbids a change, in words.
import AlmanacRecords
import Databases

extension FileTable {
  /// What names one of the records and keeps it, or its key, as the rest of a sentence; `nil` where nothing does. Inside a read.
  func keeping(_ records: [NamedRecord], isDeleted: Bool, _ db: Database) throws -> String? {
    for record in records {
      let naming = try shape.recordsKeeping(record.id, isDeleted: isDeleted, db)
      guard !naming.isEmpty else { continue }
      let names = naming.prefix(4).map { naming in
        let records = naming.count == 1 ? "1 record" : "\(naming.count) records"
        return "\(records) of \(naming.table) (\(naming.columns.joined(separator: ", ")))"
      }
      let all = naming.count > names.count ? names.joined(separator: ", ") + " and others" : enumeration(Array(names))
      return "record \(record.name) of \(table.name) is named by \(all)"
    }
    return nil
  }

  /// The record that a row would name and that is not there, as the rest of a sentence; `nil` where all are. Inside a
  /// read.
  func missingParent(of row: ExactRow, _ db: Database) throws -> String? {
    guard let key = try shape.missingParents(of: row, db).first else { return nil }
    let values = key.columns.map { column in
      let value = row.first { $0.key.lowercasedASCII == column.lowercasedASCII }?.value ?? .null
      return "\(column) \(SQLiteValue(value).shownText)"
    }
    return "there is no record of \(key.parent) for \(enumeration(values))"
  }
}
