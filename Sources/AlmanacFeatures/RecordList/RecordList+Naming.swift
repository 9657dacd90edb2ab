// Which referrers keep a record from being deleted.
import AlmanacRecords
import Databases
import Stores

extension RecordList {
  /// The referrers that keep one of the records, as the rest of a sentence; `nil` if the error is not of a foreign key.
  static func keeping(
    _ chosen: ChosenRecords, of table: ListedTable, _ error: any Error, _ database: SQLiteConnection
  ) async -> String? {
    guard (error as? DatabaseError)?.isOfForeignKey == true else { return nil }
    return try? await database.read { db in
      guard let shape = try TableShape(named: table.name, db) else { return nil }
      guard let kept = try shape.recordKept(among: chosen.identities(db), isDeleted: true, db) else { return nil }
      let named = try ListedTable.named(kept.table, db) ?? table
      let name = named.named(kept.id, try named.exactRow(kept.id, db))
      return "\(name)\(kept.dependence) is named by \(kept.naming.inWords)"
    }
  }
}
