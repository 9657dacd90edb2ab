// The chosen records as text for other programs.
public import Databases
import LiveQueries
import StructuredQueries

/// What is copied of the chosen records.
public enum CopiedPart: Hashable, Sendable {
  /// Each record, as `almanac show --json` prints it.
  case jsonLines
  /// Each record as a row of a format.
  case rows(DataFormat)
  /// The value in a column, one a line; NULL is an empty line.
  case column(String)
}

/// The text of copied records.
public struct CopiedText: Sendable {
  /// The text. Each record ends with a line break; the values of a column have one between them.
  public private(set) var text = ""
  /// The number of records.
  public private(set) var count = 0
  private var data: DataText
  /// The index of the only copied column; nil for whole records.
  private let column: Int?
  private let byteLimit: Int

  /// The error that the text would exceed a limit.
  public struct TooLong: Error, Hashable, Sendable {
    /// The limit in bytes.
    public let byteLimit: Int
  }

  fileprivate init(_ part: CopiedPart, of table: ListedTable, atMost byteLimit: Int) {
    var (format, column) = (DataFormat.jsonLines, Int?.none)
    switch part {
    case .jsonLines: break
    case .rows(let chosen): format = chosen
    case .column(let name): column = table.columns.firstIndex(of: name)
    }
    (data, self.column, self.byteLimit) = (DataText(RecordColumns(table), as: format), column, byteLimit)
  }

  fileprivate mutating func append(_ row: [ExactValue]) throws {
    var data = data
    if let column {
      // A single value has no line break, which would run it in a shell.
      if count > 0 { try append("\n") }
      try row[column].writePlainText { try append($0) }
    } else {
      try data.write(row) { try append($0) }
    }
    (self.data, count) = (data, count + 1)
  }

  fileprivate mutating func end() throws {
    if column == nil { try data.writeEnd { try append($0) } }
  }

  private mutating func append(_ piece: String) throws {
    text += piece
    if text.utf8.count > byteLimit { throw TooLong(byteLimit: byteLimit) }
  }
}

extension ChosenRecords {
  /// The text of the remaining records, in the order of a list. More than `limit` records are read only if their number
  /// is the one that the person has confirmed. Call inside a read.
  ///
  /// Throws `OtherNumber`, `RecordsRenumbered`, and `CopiedText.TooLong`, the last without holding a long value whole.
  public func text(
    _ part: CopiedPart, in list: ListQuery, limit: Int, byteLimit: Int, _ db: Database
  ) throws -> CopiedText {
    let (table, ids) = (list.table, try confirmedIdentities(limit: limit, in: list, db))
    var copied = CopiedText(part, of: table, atMost: byteLimit)
    if table.identity == .none {
      try table.readRows(holding: ids, by: list.order, db) { try copied.append($0) }
      try copied.end()
      return copied
    }
    do {
      // A text in UTF-16 may have twice as many bytes as in UTF-8.
      try db.limitingValues(to: 2 * byteLimit) {
        for id in ids {
          if let row = try table.values(of: id, db) { try copied.append(row) }
        }
      }
    } catch let error as DatabaseError where error.isTooLarge {
      throw CopiedText.TooLong(byteLimit: byteLimit)
    }
    try copied.end()
    return copied
  }
}

extension ListedTable {
  /// The format of statements that add its records elsewhere: without the columns that SQLite computes.
  public var insertions: DataFormat {
    let written = Set(style.editing.columns.map(\.name))
    return .insertions(into: name, columns: columns.indices.filter { written.isEmpty || written.contains(columns[$0]) })
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
