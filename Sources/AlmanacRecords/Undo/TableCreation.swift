// A table that was made with its rows, as one step: undo drops it, redo makes it again.
//
// The step has no rows while the table is there, only a sum of them. Undo drops the table if its rows are those of the
// step and nothing else depends on it, and then keeps the rows for redo, unless they are too many.
import Databases

/// The error that a table is not as a step has left it: the step waits until it is again.
public struct TableConflict: Error, Hashable, Sendable, CustomStringConvertible {
  /// What has changed, as the rest of a sentence.
  public var reason: String

  /// Makes the error.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}

/// The making of a table, or its inverse.
struct TableCreation: Hashable, Sendable {
  /// The table's name in the schema.
  var name: String
  /// The statement that made it, behind the name.
  let definition: String
  /// What it held then.
  let content: TableContent
  /// Whether this is the inverse: the table is dropped.
  var isDrop = false
  /// The rows of a dropped table, in their order; nil while the table is there, and if they are too many.
  var rows: [[ExactValue]]?

  /// The change in the other direction.
  var inverse: TableCreation {
    var inverse = self
    inverse.isDrop.toggle()
    return inverse
  }

  /// The approximate size in bytes.
  var byteCount: Int { 128 + definition.utf8.count + (rows?.reduce(0) { $0 + Self.byteCount(of: $1) } ?? 0) }

  private static func byteCount(of row: [ExactValue]) -> Int { row.reduce(32) { $0 + 32 + $1.byteCount } }

  /// Follows the renaming of a table.
  mutating func rename(_ old: String, to new: String) { if name.isSameName(as: old) { name = new } }

  /// Notes a table that was just made and filled. Call inside the write.
  static func made(_ table: NewTable, _ db: Database) throws -> TableCreation {
    TableCreation(
      name: table.name, definition: table.definition, content: try TableContent.read(table.name, db))
  }

  /// Whether the table is there after it was made, or gone after it was dropped.
  func isMade(_ db: Database) throws -> Bool {
    let sql = try statement(db)
    return isDrop ? sql == nil : sql?.hasSuffix(definition) == true
  }

  /// The statement in the schema; nil if there is no such table or view.
  private func statement(_ db: Database) throws -> String? {
    var sql: String?
    try db.internalRows(
      "SELECT sql FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE",
      exactly: [.text(name)]
    ) { sql = $0.text(0) }
    return sql
  }

  // MARK: Making it

  /// Makes or drops the table inside a write. Returns what was done. Throws `TableConflict` and `ReplayRefused`; then
  /// nothing is changed.
  func apply(_ db: Database) throws -> TableCreation {
    try db.savepoint { isDrop ? try drop(db) : try make(db) }
  }

  private func drop(_ db: Database) throws -> TableCreation {
    guard let sql = try statement(db) else { throw ReplayRefused(reason: "there is no table \(name) any more") }
    guard sql.hasSuffix(definition) else {
      throw ReplayRefused(reason: "\(name) is not the table any more that it was")
    }
    if let other = try dependent(db) { throw TableConflict(reason: other) }
    var rows: [[ExactValue]]? = []
    var size = 0
    let present = try TableContent.read(name, db) { row in
      size += Self.byteCount(of: row)
      if size > ChangeLog.byteLimit { rows = nil } else { rows?.append(row) }
      return rows != nil
    }
    guard present == content else {
      let isChanged = present.rowCount == content.rowCount
      let numbers = "\(present.rowCount.counted("record")) now, not \(content.rowCount.groupedDigits)"
      throw TableConflict(reason: isChanged ? "records of \(name) were changed since" : "\(name) has \(numbers)")
    }
    try db.execute("DROP TABLE \(name.quotedTable)")
    var dropped = self
    dropped.rows = rows
    return dropped
  }

  /// Why the table can't go: another part of the schema refers to it. A name that only looks like the table's keeps it
  /// too: SQLite doesn't tell what triggers and modules use.
  private func dependent(_ db: Database) throws -> String? {
    var found: String?
    let parts = """
      SELECT m.type, m.name, m.sql, f."table" IS NOT NULL FROM main.sqlite_schema AS m
      LEFT JOIN pragma_foreign_key_list(m.name, 'main') AS f ON m.type = 'table' AND f."table" = ?1 COLLATE NOCASE
      WHERE m.name <> ?1 COLLATE NOCASE AND (m.type IN ('trigger', 'view')
        OR m.type = 'index' AND m.tbl_name = ?1 COLLATE NOCASE OR m.type = 'table' AND m.sql LIKE 'CREATE VIRTUAL %'
        OR f."table" IS NOT NULL)
      ORDER BY m.type, m.name
      """
    try db.internalRows(parts, exactly: [.text(name)]) { row in
      guard found == nil, row.integer(3) != 0 || row.text(2).mentions(name) else { return }
      found = "the \(row.text(0)) \(row.text(1)) refers to \(name)"
    }
    return found
  }

  private func make(_ db: Database) throws -> TableCreation {
    guard try statement(db) == nil else { throw TableConflict(reason: "there is another table \(name)") }
    guard let rows else {
      throw ReplayRefused(reason: "undo could not keep so many records: import the file again")
    }
    try db.execute("CREATE TABLE \(name.quotedTable)\(definition)")
    if let count = rows.first?.count {
      let marks = Array(repeating: "?", count: count).joined(separator: ", ")
      try db.withRoomForPages {
        try db.withStatement("INSERT INTO \(name.quotedTable) VALUES (\(marks))") { statement in
          for row in rows {
            for (place, value) in row.enumerated() { try statement.bind(exactly: value, at: place + 1) }
            while try statement.step() {}
          }
        }
      }
    }
    guard try TableContent.read(name, db) == content else {
      throw ReplayRefused(reason: "\(name) would not be as it was")
    }
    var made = self
    made.rows = nil
    return made
  }
}

extension String {
  /// Whether this SQL has a name as a word, quoted or not, whatever the case of A to Z; also in a text or a comment.
  func mentions(_ name: String) -> Bool {
    let sql = Array(lowercasedASCII.utf8)
    let lower = name.lowercasedASCII
    // Within quotes a quotation mark is written twice.
    let spellings = Set([lower] + ["\"", "'", "`"].map { lower.replacing($0, with: $0 + $0) })
    return spellings.contains { spelling in
      let word = Array(spelling.utf8)
      guard let first = word.first, let last = word.last, word.count <= sql.count else { return false }
      return (0...(sql.count - word.count)).contains { start in
        guard sql[start] == first, sql[start..<(start + word.count)].elementsEqual(word) else { return false }
        let end = start + word.count
        let isPart =
          start > 0 && sql[start - 1].isInName && first.isInName
          || end < sql.count && sql[end].isInName && last.isInName
        return !isPart
      }
    }
  }
}

extension UInt8 {
  /// Whether it may be a part of a name without quotes.
  fileprivate var isInName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
