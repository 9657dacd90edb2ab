// A table in memory with another table's definition.

import CSQLite

/// Computes the values that a record of a table does not hold: virtual generated columns, and columns that were added
/// to the table after the record. SQLite computes them for a copy of the record, in a table in memory with the same
/// definition.
///
/// Not Sendable: the lock of the detector that owns it protects it.
final class ScratchTable {
  private let handle: OpaquePointer
  private let name: String
  /// The functions that a definition may name, but not call: SQLite itself does not have them, or they do more.
  private var lacking: [Function] = []

  private struct Function {
    var name: String
    /// The number of its arguments; -1 for any.
    var argumentCount: Int32 = -1
  }

  /// Makes the table. Collations and functions that SQLite does not have are not needed to read a record: they are
  /// replaced by empty ones. Only columns that such a function computes stay unknown.
  init(_ definition: String, name: String, encoding: TextEncoding) throws {
    self.name = name
    handle = try Database.openHandle(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    csqlite_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    // The definition is another program's: it may call no function that does more than compute. SQLite 3.40 counts its
    // functions of JSON among these, so that its own switch for this, TRUSTED_SCHEMA, would refuse them.
    lacking = try rows(Self.functionsToRefuse).compactMap { row in
      guard let name = row[0].repairedString, case .integer(let count) = row[1] else { return nil }
      return Function(name: name, argumentCount: Int32(count))
    }
    for function in lacking { add(function) }
    try run("PRAGMA encoding='\(encoding.name)'")
    try run("PRAGMA ignore_check_constraints=ON")
    // A hostile file may have put any statement in its place, or after it.
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    guard definition.lowercasedASCII.hasPrefix("create table") else { throw Self.refusal(name) }
    sqlite3_collation_needed(handle, nil) { _, handle, _, name in
      sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, { _, _, _, _, _ in 0 }, nil)
    }
    sqlite3_progress_handler(handle, Self.mostSteps, { _ in 1 }, nil)
    // No schema definition reads anything: CREATE TABLE … AS SELECT would run a query of the file's.
    sqlite3_set_authorizer(handle, { _, action, _, _, _, _ in action == SQLITE_SELECT ? SQLITE_DENY : SQLITE_OK }, nil)
    try make(definition)
    sqlite3_set_authorizer(handle, nil, nil)
    guard try !shape().columns.isEmpty else { throw Self.refusal(name) }
  }

  /// Makes the table, and a failing function for each one that its definition lacks.
  private func make(_ definition: String) throws {
    for _ in 0..<Self.mostFunctions {
      do {
        _ = try rows(definition)
        return
      } catch let error as DatabaseError {
        guard let function = Self.function(lackedBy: error) else { throw error }
        lacking.append(Function(name: function))
        add(Function(name: function))
      }
    }
    throw Self.refusal(name)
  }

  /// Adds a function that fails.
  private func add(_ function: Function) {
    sqlite3_create_function_v2(
      handle, function.name, function.argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
      { context, _, _ in sqlite3_result_error_code(context, SQLITE_ERROR) }, nil, nil, nil)
  }

  /// The virtual columns among `columns` that need a function which SQLite does not have.
  func incomputable(among columns: [String]) -> [String] {
    if lacking.isEmpty { return [] }
    for function in lacking {
      sqlite3_create_function_v2(
        handle, function.name, function.argumentCount, SQLITE_UTF8, nil, nil, nil, nil, nil)
    }
    defer { for function in lacking { add(function) } }
    return columns.filter { (try? rows("SELECT \($0.quotedName) FROM \(name.quotedTable)")) == nil }
  }

  /// The functions that SQLite does not call innocuous, its functions of JSON excepted.
  private static let functionsToRefuse = """
    SELECT DISTINCT name, narg FROM pragma_function_list WHERE NOT flags & \(SQLITE_INNOCUOUS)
      AND NOT (builtin AND (name LIKE 'json%' OR name IN ('->', '->>')))
    """

  /// The function that SQLite does not have.
  private static func function(lackedBy error: DatabaseError) -> String? {
    let beginning = "no such function: "
    return error.message.hasPrefix(beginning) ? String(error.message.dropFirst(beginning.count)) : nil
  }

  private static let mostFunctions = 100

  /// A statement ends after this number of steps of SQLite's virtual machine. A row takes some hundred.
  private static let mostSteps: Int32 = 1_000_000

  private static func refusal(_ name: String) -> DatabaseError {
    .damaged("the definition of \(name) makes another thing")
  }

  deinit { sqlite3_close_v2(handle) }

  private func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(handle, code: code, sql: sql) }
  }

  /// The values of the columns `read` of a record whose `columns` have these values.
  func row(_ read: [String], of columns: [String], _ values: [ExactValue]) throws -> [ExactValue] {
    let table = name.quotedTable
    let names = columns.map(\.quotedName).joined(separator: ", ")
    let places = values.map { _ in "?" }.joined(separator: ", ")
    let insertion = columns.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(places))"
    _ = try rows("INSERT INTO \(table) \(insertion)", values)
    defer { try? run("DELETE FROM \(table)") }
    return try rows("SELECT \(read.map(\.quotedName).joined(separator: ", ")) FROM \(table)").first ?? []
  }

  /// The columns of the table as `PRAGMA table_xinfo` reports them, and the origin of each index.
  func shape() throws -> (columns: [[ExactValue]], indexes: [[ExactValue]]) {
    (try rows("PRAGMA table_xinfo(\(name.quotedName))"), try rows("PRAGMA index_list(\(name.quotedName))"))
  }

  private func rows(_ sql: String, _ values: [ExactValue] = []) throws -> [[ExactValue]] {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &compiled, nil)
    defer { sqlite3_finalize(compiled) }
    guard code == SQLITE_OK, let compiled else { throw DatabaseError(handle, code: code, sql: sql) }
    for (index, value) in values.enumerated() { _ = value.bind(to: compiled, at: Int32(index + 1)) }
    var rows: [[ExactValue]] = []
    while true {
      let code = sqlite3_step(compiled)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw DatabaseError(handle, code: code, sql: sql) }
      rows.append((0..<sqlite3_column_count(compiled)).map { ExactValue(sqlite3_column_value(compiled, $0)) })
    }
  }
}
