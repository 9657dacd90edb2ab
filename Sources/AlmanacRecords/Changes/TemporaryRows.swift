// The rows for one statement, in a temporary table of the connection.
//
// One statement for each row would cost more than the row: SQLite begins a savepoint for it, and at each savepoint a
// full-text index writes its buffer to its tables.

import Databases

/// Rows in a temporary table while a closure runs. A rowid is the table's own rowid, so that the table is in order. The
/// values of a key are in the columns `k0`, `k1`, …; other values are in `c0`, `c1`, ….
struct TemporaryRows {
  static let table = "temp.almanac_rows"

  /// The number of values in the key; 0 if the rowid is the identity.
  private let keyCount: Int

  /// The columns that identify a row.
  private var keys: [String] { keyCount == 0 ? ["rowid"] : (0..<keyCount).map { "k\($0)" } }

  /// The condition that a row of another table is one of these, by the columns of its identity.
  func contain(_ columns: [String]) -> String {
    let row = columns.joined(separator: ", ")
    return "\(columns.count == 1 ? row : "(\(row))") IN (SELECT \(keys.joined(separator: ", ")) FROM \(Self.table))"
  }

  /// The condition that a row of another table is the row of this table, which has the alias `given`. The plus keeps
  /// SQLite from searching here for each row of the other table.
  func match(_ columns: [String]) -> String {
    zip(columns, keys).map { "\($0) = +given.\($1)" }.joined(separator: " AND ")
  }

  /// Runs `body` while the table has the rows.
  static func with<R>(
    _ rows: some Collection<(id: RecordID, values: [ExactValue])>, _ database: Database,
    _ body: (TemporaryRows) throws -> R
  ) throws -> R {
    guard let first = rows.first else { return try body(TemporaryRows(keyCount: 0)) }
    let isByRowID = first.id.rowID != nil
    let temporary = TemporaryRows(keyCount: isByRowID ? 0 : first.id.values.count)
    let values = first.values.indices.map { "c\($0)" }
    let keys = isByRowID ? values.isEmpty ? ["id INTEGER PRIMARY KEY"] : [] : temporary.keys
    // Drops a table left by a failed statement.
    try database.runOnce("DROP TABLE IF EXISTS \(table)")
    try database.runOnce("CREATE TABLE \(table)(\((keys + values).joined(separator: ", ")))")
    let names = temporary.keys + values
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let insertion = "INSERT INTO \(table)(\(names.joined(separator: ", "))) VALUES (\(marks))"
    for row in rows { try database.internalRows(insertion, exactly: row.id.values + row.values) { _ in } }
    let result = try body(temporary)
    try database.runOnce("DROP TABLE \(table)")
    return result
  }

  /// The same for identities without values.
  static func with<R>(
    _ ids: [RecordID], _ database: Database, _ body: (TemporaryRows) throws -> R
  ) throws -> R {
    try with(ids.lazy.map { (id: $0, values: []) }, database, body)
  }
}
