// Lists of records with long values.
//
//   rows read at once, no value long ──> done
//                    │ SQLite refuses a long value before it reads it
//                    └──> identities read ──> each row looked up ──> of its long values the beginning
//
// So a list without long values costs nothing more, and one with them never holds such a value.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// Runs `body` with a scan that throws (`isTooLarge`) rather than read a long value, where SQLite can leave that in the
  /// file.
  func limitingValues<R>(_ body: (RecordScan) throws -> R) throws -> R {
    guard case .rowID = list.table.identity else { return try body(self) }
    return try db.limitingValues(to: ExactRecord.shownLength) { try body(self) }
  }

  /// The first columns of the statements that rows are read from: those of a record and those of the list's order, or
  /// what it is looked up by.
  var rowColumns: [String] {
    leavesLongValues ? list.table.identityColumns : list.table.listedColumns + list.order.columnNames
  }

  /// Where the columns that are searched stand behind these.
  var searchedFields: Range<Int> { rowColumns.count..<rowColumns.count + searched.count }

  /// Adds the row that `statement` stands on.
  func append(_ statement: PreparedStatement, to page: inout Page) throws {
    if leavesLongValues {
      let found = try list.table.listedRow(of: list.table.identity(statement), in: list.order, db)
      guard let (row, key) = found else { return }
      page.rows.append(row)
      page.keys.append(key)
    } else {
      let start = list.table.listedColumns.count
      page.rows.append(ListedRow(statement, of: list.table))
      page.keys.append(RowKey(statement, start..<start + list.order.terms.count))
    }
  }
}

extension ListedTable {
  /// One record as a list reads it. Its long values stay in the file where SQLite can read them in parts. Inside a read.
  fileprivate func listedRow(
    of id: RecordID, in order: ListOrder, _ db: Database
  ) throws -> (row: ListedRow, key: RowKey)? {
    let length = ExactRecord.shownLength
    do {
      return try db.limitingValues(to: length) { try listedRow(of: id, in: order, leaving: [:], db) }
    } catch let error as DatabaseError where error.isTooLarge {
      return try listedRow(of: id, in: order, leaving: storedValues(of: id, length: length, db), db)
    }
  }

  private func listedRow(
    of id: RecordID, in order: ListOrder, leaving stored: [String: LongValue], _ db: Database
  ) throws -> (row: ListedRow, key: RowKey)? {
    let ordered = order.terms.map(\.column)
    // SQLite tells the class of a value without reading it.
    let read = (columns + ordered).map { stored[$0] == nil ? $0.quotedName : "typeof(\($0.quotedName))" }
    return try withRecord(id, "SELECT \(read.joined(separator: ", "))", db) { statement in
      guard try statement.step() else { return nil }
      /// The beginning of a long value.
      func start(_ value: LongValue, _ place: Int) throws -> ExactValue {
        let bytes = try value.start(Excerpt.textLength, db) ?? []
        return statement.text(place) == "blob" ? .blob(bytes) : .text(bytes)
      }
      let cells = try columns.enumerated().map { place, column in
        guard let value = stored[column] else { return Excerpt(statement, place) }
        return Excerpt(try start(value, place), byteCount: value.byteCount)
      }
      var (values, long): ([ExactValue], [Int: LongValue]) = ([], [:])
      for (place, column) in ordered.enumerated() {
        long[place] = stored[column]
        let field = columns.count + place
        values.append(try stored[column].map { try start($0, field) } ?? statement.exactValue(field))
      }
      return (ListedRow(id: id, cells: cells), RowKey(values, long: long))
    }
  }
}
