// Lists of records with long values.
//
//   rows read at once, no value long ──> done
//                    │ SQLite refuses a long value before it reads it
//                    └──> identities read ──> each row looked up ──> the start of each long value
//
// A list without long values costs nothing more, and one with them never holds such a value.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// Runs `body` with a scan that throws an error with `isTooLarge` instead of reading a long value, if SQLite can
  /// leave the value in the file.
  func limitingValues<R>(_ body: (RecordScan) throws -> R) throws -> R {
    guard case .rowID = list.table.identity else { return try body(self) }
    return try db.limitingValues(to: ExactRecord.shownLength) { try body(self) }
  }

  /// The columns of a statement that reads rows, and the positions of the key in it.
  struct Fields {
    var columns = StatementColumns()
    var key: [Int] = []
  }

  /// Whether each row is looked up by itself.
  private var looksUp: Bool { leavesLongValues || list.table.isReadByRowID }

  /// The columns of a row and its key, or only the identity if each row is looked up.
  var fields: Fields {
    var fields = Fields()
    fields.columns.add(looksUp ? list.table.identityColumns : list.table.listedColumns)
    if !looksUp { fields.key = fields.columns.add(list.order.columnNames) }
    return fields
  }

  /// Adds the row at `statement`.
  func append(_ statement: PreparedStatement, _ fields: Fields, to page: inout Page) throws {
    if looksUp {
      let found = try list.table.listedRow(of: list.table.identity(statement), in: list.order, db)
      guard let (row, key) = found else { return }
      page.rows.append(row)
      page.keys.append(key)
    } else {
      page.rows.append(ListedRow(statement, of: list.table))
      page.keys.append(RowKey(statement, fields.key))
    }
  }
}

extension ListedTable {
  /// One record as a list shows it. Its long values stay in the file if SQLite can read them in parts. Call inside a
  /// read.
  func listedRow(
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
    func read(_ column: String) -> String {
      stored[column] == nil ? column.quotedName : "typeof(\(column.quotedName))"
    }
    var selected = StatementColumns()
    let cellFields = selected.add(columns.map(read))
    // The rowid is known.
    let known = identity.isLoose(in: columns) ? id.rowID : nil
    let keyFields = selected.add(ordered.filter { known == nil || $0 != identity.columns[0] }.map(read))
    return try withRecord(id, "SELECT \(selected.list)", db) { statement in
      guard try statement.step() else { return nil }
      /// The start of a long value.
      func start(_ value: LongValue, _ place: Int) throws -> ExactValue {
        let bytes = try value.start(Excerpt.textLength, db) ?? []
        return statement.text(place) == "blob" ? .blob(bytes) : .text(bytes)
      }
      let cells = try zip(columns, cellFields).map { column, field in
        guard let value = stored[column] else { return Excerpt(statement, field) }
        return Excerpt(try start(value, field), byteCount: value.byteCount)
      }
      var (values, long): ([ExactValue], [Int: LongValue]) = ([], [:])
      var fields = keyFields[...]
      for (place, column) in ordered.enumerated() {
        if let known, column == identity.columns[0] {
          values.append(.integer(known))
          continue
        }
        long[place] = stored[column]
        let field = fields.removeFirst()
        values.append(try stored[column].map { try start($0, field) } ?? statement.exactValue(field))
      }
      return (ListedRow(id: id, cells: cells), RowKey(values, long: long))
    }
  }
}
