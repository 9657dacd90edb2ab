// Lists of records with long values.
//
//   rows read at once, no value long ──> done
//                    │ SQLite refuses a long value before it reads it
//                    └──> identities read ──> each row looked up ──> of its long values the beginning
//
// So a list without long values costs nothing more, and one with them never holds such a value.
import Databases
import LiveQueries

extension RecordScan {
  /// Runs `body` with a scan that throws (`isTooLarge`) rather than read a long value, where SQLite can leave that in the
  /// file.
  func limitingValues<R>(_ body: (RecordScan) throws -> R) throws -> R {
    guard case .rowID = list.table.identity else { return try body(self) }
    return try db.limitingValues(to: ExactRecord.shownLength) { try body(self) }
  }

  /// The first columns of the statements that rows are read from.
  var rowColumns: [String] { leavesLongValues ? list.table.identityColumns : list.table.listedColumns }

  /// The row that `statement` stands on.
  func row(_ statement: PreparedStatement) throws -> ListedRow? {
    guard leavesLongValues else { return ListedRow(statement, of: list.table) }
    return try list.table.listedRow(of: list.table.identity(statement), db)
  }
}

extension ListedTable {
  /// One record as a list reads it. Its long values stay in the file where SQLite can read them in parts. Inside a read.
  func listedRow(of id: RecordID, _ db: Database) throws -> ListedRow? {
    do {
      return try db.limitingValues(to: ExactRecord.shownLength) { try listedRow(of: id, leaving: [:], db) }
    } catch let error as DatabaseError where error.isTooLarge {
      return try listedRow(of: id, leaving: storedValues(of: id, length: ExactRecord.shownLength, db), db)
    }
  }

  private func listedRow(
    of id: RecordID, leaving stored: [String: LongValue], _ db: Database
  ) throws -> ListedRow? {
    // SQLite tells the class of a value without reading it.
    let read = columns.map { stored[$0] == nil ? $0.quotedName : "typeof(\($0.quotedName))" }
    return try withRecord(id, "SELECT \(read.joined(separator: ", "))", db) { statement in
      guard try statement.step() else { return nil }
      let cells = try columns.enumerated().map { place, column in
        guard let value = stored[column] else { return Excerpt(statement, place) }
        let start = try value.start(Excerpt.textLength, db) ?? []
        return Excerpt(statement.text(place) == "blob" ? .blob(start) : .text(start), byteCount: value.byteCount)
      }
      return ListedRow(id: id, cells: cells)
    }
  }
}
