// Which records keep another from being deleted, since they name it by a foreign key.
import AlmanacRecords
import Databases
import Stores

extension RecordList {
  /// What names one of the records and keeps it, as the rest of a sentence; `nil` where no foreign key forbade to delete
  /// them.
  static func keeping(
    _ chosen: ChosenRecords, of table: ListedTable, _ error: any Error, _ database: SQLiteConnection
  ) async -> String? {
    guard (error as? DatabaseError)?.isOfForeignKey == true else { return nil }
    return try? await database.read { db in
      guard let shape = try TableShape(named: table.name, db) else { return nil }
      for id in try chosen.identities(db) {
        let naming = try shape.recordsKeeping(id, isDeleted: true, db)
        if !naming.isEmpty { return "\(table.named(id, try table.exactRow(id, db))) is named by \(words(for: naming))" }
      }
      return nil
    }
  }

  /// `2 records of Album (ArtistId), 1 record of Tour (artist)`.
  private static func words(for naming: [NamingRecords]) -> String {
    let parts = naming.prefix(4).map { naming in
      let noun = naming.count == 1 ? "record" : "records"
      return "\(naming.count.groupedDigits) \(noun) of \(naming.table) (\(naming.columns.joined(separator: ", ")))"
    }
    return parts.joined(separator: ", ") + (naming.count > parts.count ? " and others" : "")
  }
}
