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
  /// Each record as an INSERT statement into a table with this name; nil: into the table of the records.
  case insertions(into: String?)
  /// The value in a column, one a line; NULL is an empty line.
  case column(String)
}

/// The text of copied records.
public struct CopiedText: Sendable {
  /// The text. Each record ends with a line break; the values of a column have one between them.
  public private(set) var text = ""
  /// The number of records.
  public private(set) var count = 0
  private var form: Form
  private let byteLimit: Int

  private enum Form {
    case data(DataText)
    case insertions(ChangedRows.Table)
    case column
  }

  /// The error that the text would exceed a limit.
  public struct TooLong: Error, Hashable, Sendable {
    /// The limit in bytes.
    public let byteLimit: Int
  }

  /// The reason that there is no text, as the rest of a sentence.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Call inside a read.
  fileprivate init(
    _ part: CopiedPart, _ columns: [String], of table: ListedTable, atMost byteLimit: Int, _ db: Database
  ) throws {
    self.byteLimit = byteLimit
    switch part {
    case .jsonLines: form = .data(DataText(RecordColumns(table, columns: columns), as: .jsonLines))
    case .rows(let format): form = .data(DataText(RecordColumns(table, columns: columns), as: format))
    case .insertions(let name):
      let computed = try TableShape.columns(of: table.name, db).filter { $0.generation != .none }
      form = .insertions(
        ChangedRows.Table(name ?? table.name, columns: columns, generated: Set(computed.map(\.name))))
    case .column: form = .column
    }
  }

  fileprivate mutating func append(_ row: [ExactValue]) throws {
    switch form {
    case .data(var data):
      try data.write(row) { try append($0) }
      form = .data(data)
    case .insertions(let table):
      let row = ChangedRows.Row(rowID: nil, before: nil, after: row)
      guard let statement = RowStatement(table, row).forward else {
        throw Refusal(description: "a name has control characters")
      }
      try append(statement + "\n")
    case .column:
      // A single value has no line break, which would run it in a shell.
      if count > 0 { try append("\n") }
      try row[0].writePlainText { try append($0) }
    }
    count += 1
  }

  fileprivate mutating func end() throws {
    if case .data(let data) = form { try data.writeEnd { try append($0) } }
  }

  private mutating func append(_ piece: String) throws {
    // In a paste, such a character may end the text and begin a command.
    let isObeyed = piece.unicodeScalars.contains { $0.isObeyedByTerminals && !["\t", "\n", "\r"].contains($0) }
    if isObeyed {
      throw Refusal(description: "a value has control characters; y copies it as JSON")
    }
    text += piece
    if text.utf8.count > byteLimit { throw TooLong(byteLimit: byteLimit) }
  }
}

extension ChosenRecords {
  /// The text of the remaining records, in the order of a list, with some of the columns of its table. More than
  /// `limit` records are read only if their number is the one that the person has confirmed. Call inside a read.
  ///
  /// Throws `OtherNumber`, `RecordsRenumbered`, `CopiedText.Refusal`, and `CopiedText.TooLong`, the last without holding
  /// a long value whole.
  public func text(
    _ part: CopiedPart, columns: [String], in list: ListQuery, limit: Int, byteLimit: Int, _ db: Database
  ) throws -> CopiedText {
    let (table, ids) = (list.table, try confirmedIdentities(limit: limit, in: list, db))
    var columns = columns
    if case .column(let name) = part { columns = [name] }
    if let gone = columns.first(where: { !table.columns.contains($0) }) {
      throw CopiedText.Refusal(description: "\(table.name) no longer has the column \(gone)")
    }
    var copied = try CopiedText(part, columns, of: table, atMost: byteLimit, db)
    do {
      try read(columns, of: ids, in: list, byteLimit: byteLimit, db) { try copied.append($1) }
    } catch let error as DatabaseError where error.isTooLarge {
      throw CopiedText.TooLong(byteLimit: byteLimit)
    }
    try copied.end()
    return copied
  }

  /// The values of the remaining records in some columns, with their identities, in the order of a list. Call inside a
  /// read.
  ///
  /// Throws as `text(_:columns:in:limit:byteLimit:_:)` does, and SQLite's error if a value is too long.
  public func values(
    of columns: [String], in list: ListQuery, limit: Int, byteLimit: Int, _ db: Database
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    var rows: [(RecordID, [ExactValue])] = []
    let ids = try confirmedIdentities(limit: limit, in: list, db)
    try read(columns, of: ids, in: list, byteLimit: byteLimit, db) { rows.append(($0, $1)) }
    return rows
  }

  /// Reads the values of records in some columns. A table without an identity is read as a whole.
  private func read(
    _ columns: [String], of ids: [RecordID], in list: ListQuery, byteLimit: Int, _ db: Database,
    _ found: (RecordID, [ExactValue]) throws -> Void
  ) throws {
    let table = list.table
    if table.identity == .none { return try table.readRows(columns, holding: ids, by: list.order, db, found) }
    // A text in UTF-16 may have twice as many bytes as in UTF-8.
    try db.limitingValues(to: 2 * byteLimit) {
      for id in ids {
        if let row = try table.values(of: columns, in: id, db) { try found(id, row) }
      }
    }
  }
}

extension ListedTable {
  /// Reads records of a table without an identity, all in one pass: each lookup would take a pass of its own.
  fileprivate func readRows(
    _ columns: [String], holding ids: [RecordID], by order: ListOrder, _ db: Database,
    _ found: (RecordID, [ExactValue]) throws -> Void
  ) throws {
    // Among records with the same values, any will do.
    var left: [RecordID: Int] = [:]
    for id in ids { left[id.withoutOccurrence, default: 0] += 1 }
    var selected = StatementColumns(recordColumns)
    let fields = selected.add(columns.map(\.quotedName))
    try RecordReader(ListQuery(self, order: order), db, reading: selected).run([nil], .down) { row in
      let id = identity(row)
      guard let count = left[id] else { return true }
      left[id] = count > 1 ? count - 1 : nil
      try found(id, fields.map(row.exactValue))
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
