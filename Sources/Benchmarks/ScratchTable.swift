// A table in a separate file, for measurements without a book.
import CSQLite
import Databases
import Glibc
import Harnesses
import StructuredQueries

/// A record of the table.
@Table("records") struct Record: Identifiable, Hashable, Sendable {
  let id: Int
  var name: String
  var size: Int
}

/// A file with that table, removed when it is no longer needed.
final class ScratchTable {
  static let schema = "CREATE TABLE records(id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL)"

  let path: String

  /// Creates the file, with `rows` records.
  init(_ name: String, rows: Int = 0, in folder: String) throws {
    path = "\(folder)/\(name).db"
    remove()
    let database = try PlainDatabase(path)
    try database.run("PRAGMA journal_mode = wal; \(Self.schema)")
    try database.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO records SELECT i, 'Record ' || i, i % 97 FROM n WHERE \(rows) > 0;
      """)
  }

  deinit { remove() }

  private func remove() { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

  /// The product's connection to the file.
  func connection(trace: (@Sendable (String) -> Void)? = nil) async throws -> SQLiteConnection {
    var configuration = SQLiteConnection.Configuration()
    configuration.watchesOtherProcesses = false
    configuration.trace = trace
    return try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
  }
}

/// SQLite alone, as a floor.
final class PlainDatabase {
  private let handle: OpaquePointer

  /// Opens a file, with the application's setting of `synchronous`.
  init(_ path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else { throw Trouble("\(path) can't be opened.") }
    self.handle = handle
    try run("PRAGMA synchronous = normal")
  }

  deinit { sqlite3_close(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Trouble(String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Prepares a statement and passes it to `body`.
  func withStatement<Result>(_ sql: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Trouble(String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    return try body(statement)
  }

  /// Copies all rows of a statement as C would: integers into one array, the bytes of texts into another. Returns the
  /// number of rows.
  func copyRows(_ sql: String) throws -> Int {
    try withStatement(sql) { statement in
      var (integers, texts, ends): ([Int], [UInt8], [Int]) = ([], [], [])
      var rows = 0
      let columns = sqlite3_column_count(statement)
      while sqlite3_step(statement) == SQLITE_ROW {
        rows += 1
        for column in 0..<columns {
          if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
            integers.append(Int(sqlite3_column_int64(statement, column)))
          } else if let start = sqlite3_column_text(statement, column) {
            texts.append(
              contentsOf: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
            ends.append(texts.count)
          }
        }
      }
      return withExtendedLifetime((integers, texts, ends)) { rows }
    }
  }
}
