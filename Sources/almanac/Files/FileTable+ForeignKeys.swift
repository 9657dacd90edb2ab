// Why a foreign key forbids a change, in words.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension FileTable {
  /// The referrers that keep one of the records or its key, as the rest of a sentence; `nil` if there are none. Inside
  /// a read.
  func keeping(_ records: [NamedRecord], isDeleted: Bool, _ db: Database) throws -> String? {
    guard let kept = try shape.recordKept(among: records.map(\.id), isDeleted: isDeleted, db) else { return nil }
    let name = try FileTable(kept.table, showsAll: true, db).record(kept.id, db).name
    return "record \(name) of \(kept.table)\(kept.dependence) is named by \(kept.naming.inWords)"
  }

  /// The missing record that a row would reference, as the rest of a sentence; `nil` if none is missing. Inside a read.
  func missingParent(of row: ExactRow, _ db: Database) throws -> String? {
    try shape.missingParent(of: row, db).map(sentence)
  }
}
