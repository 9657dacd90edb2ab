// The chosen records as text for other programs.
public import Databases
import LiveQueries
import StructuredQueries

/// Records as lines of JSON, as `almanac show --json` prints them.
public struct JSONLines: Sendable {
  /// The lines, each with the object of a record.
  public private(set) var text = ""
  /// The number of records.
  public private(set) var count = 0

  /// The error that the text would exceed a limit.
  public struct TooLong: Error, Hashable, Sendable {
    /// The limit in bytes.
    public let byteLimit: Int
  }

  fileprivate mutating func append(_ row: [ExactValue], _ columns: RecordColumns, atMost byteLimit: Int) throws {
    func append(_ piece: String, to text: inout String) throws {
      text += piece
      if text.utf8.count > byteLimit { throw TooLong(byteLimit: byteLimit) }
    }
    try columns.writeJSON(row, as: JSONText()) { try append($0, to: &text) }
    try append("\n", to: &text)
    count += 1
  }
}

extension ChosenRecords {
  /// The remaining records, in the order of a list. More than `limit` records are read only if their number is the one
  /// that the person has confirmed. Call inside a read.
  ///
  /// Throws `OtherNumber`, `RecordsRenumbered`, and `JSONLines.TooLong`, the last without holding a long value whole.
  public func jsonLines(in list: ListQuery, limit: Int, byteLimit: Int, _ db: Database) throws -> JSONLines {
    let (table, ids) = (list.table, try confirmedIdentities(limit: limit, in: list, db))
    let columns = RecordColumns(table)
    var lines = JSONLines()
    if table.identity == .none {
      try table.readRows(holding: ids, by: list.order, db) { try lines.append($0, columns, atMost: byteLimit) }
      return lines
    }
    do {
      // A text in UTF-16 may have twice as many bytes as in JSON.
      try db.limitingValues(to: 2 * byteLimit) {
        for id in ids {
          if let row = try table.values(of: id, db) {
            try lines.append(row, columns, atMost: byteLimit)
          }
        }
      }
    } catch let error as DatabaseError where error.isTooLarge {
      throw JSONLines.TooLong(byteLimit: byteLimit)
    }
    return lines
  }
}

extension ListedTable {
  /// Reads records of a table without an identity, all in one pass: each lookup would take a pass of its own.
  fileprivate func readRows(
    holding ids: [RecordID], by order: ListOrder, _ db: Database, _ found: ([ExactValue]) throws -> Void
  ) throws {
    // Among records with the same values, any will do.
    var left: [RecordID: Int] = [:]
    for id in ids { left[id.withoutOccurrence, default: 0] += 1 }
    try RecordReader(ListQuery(self, order: order), db).run([nil], .down) { row in
      let id = identity(row)
      guard let count = left[id] else { return true }
      left[id] = count > 1 ? count - 1 : nil
      try found(cellFields.map(row.exactValue))
      return !left.isEmpty
    }
  }
}

extension RecordID {
  /// The same content, regardless of the occurrence among equal records.
  fileprivate var withoutOccurrence: RecordID {
    guard case .content(let values, _, let longValues) = self else { return self }
    return .content(values, occurrence: 0, longValues: longValues)
  }
}
