// The chosen records as text for other programs.
public import Databases
import LiveQueries
import StructuredQueries

/// Records as lines of JSON, as `almanac show --json` prints them.
public struct JSONLines: Sendable {
  /// An object on a line for each.
  public private(set) var text = ""
  /// How many they are.
  public private(set) var count = 0

  /// The text would be longer than this.
  public struct TooLong: Error, Hashable, Sendable {
    /// How many bytes it may have.
    public let byteLimit: Int
  }

  fileprivate mutating func append(_ row: [SQLiteValue], _ columns: RecordColumns, atMost byteLimit: Int) throws {
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
  /// Those of the records that are still there, in the order of a list. `limit`: more are read only where they are as many as the person has confirmed. Inside a read.
  ///
  /// Throws `OtherNumber`, `RecordsRenumbered`, and `JSONLines.TooLong` as soon as that is known: a long value is not
  /// held whole then.
  public func jsonLines(in list: ListQuery, limit: Int, byteLimit: Int, _ db: Database) throws -> JSONLines {
    let (table, ids) = (list.table, try confirmedIdentities(limit: limit, in: list, db))
    let columns = RecordColumns(table)
    var lines = JSONLines()
    if table.identity == .none {
      try table.readRows(holding: ids, by: list.order, db) { try lines.append($0, columns, atMost: byteLimit) }
      return lines
    }
    do {
      // A text in UTF-16 has up to twice the bytes that it has in JSON.
      try db.limitingValues(to: 2 * byteLimit) {
        for id in ids {
          if let row = try table.values(of: id, db) {
            try lines.append(row.map { SQLiteValue($0) }, columns, atMost: byteLimit)
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
  /// Reads records that nothing but what they hold tells apart, all in one pass: each lookup would be a pass of its own.
  fileprivate func readRows(
    holding ids: [RecordID], by order: ListOrder, _ db: Database, _ found: ([SQLiteValue]) throws -> Void
  ) throws {
    // If several records hold the same values, any of them will do.
    var left: [RecordID: Int] = [:]
    for id in ids { left[id.withoutOccurrence, default: 0] += 1 }
    var selected = StatementColumns()
    selected.add(listedColumns)
    let values = selected.add(columns.map(\.quotedName))
    var query: QueryFragment = "SELECT \(raw: selected.list) FROM \(raw: quoted)"
    if !order.terms.isEmpty { query = "\(query) ORDER BY \(order.terms(.down))" }
    try SearchWalk(search: SearchQuery(), fields: []).run(query, db) { statement in
      let id = identity(statement)
      guard let count = left[id] else { return true }
      left[id] = count > 1 ? count - 1 : nil
      try found(values.map(statement.value))
      return !left.isEmpty
    }
  }
}

extension RecordID {
  /// What it holds, whichever of equal records it is.
  fileprivate var withoutOccurrence: RecordID {
    guard case .content(let values, _, let longValues) = self else { return self }
    return .content(values, occurrence: 0, longValues: longValues)
  }
}
