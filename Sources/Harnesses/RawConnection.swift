import CSQLite

/// A plain SQLite connection in this process, without the product's functions and pragmas. Its locks also lock the
/// product's connections, because SQLite knows both. To the system both are one process; for another program's locks
/// use a `SQLiteShell`.
public final class RawConnection {
  /// The error that SQLite has reported.
  public struct Failure: Error, Equatable {
    /// SQLite's message.
    public var message: String

    /// Makes an error with SQLite's message.
    public init(message: String) { self.message = message }
  }

  private var handle: OpaquePointer?

  /// Opens a file, which is created if missing, with the named file system or SQLite's default. Waits ten seconds for
  /// locks.
  public init(_ path: String, fileSystem: String? = nil) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, fileSystem) == SQLITE_OK else {
      throw Failure(message: "\(path) can't be opened")
    }
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit { sqlite3_close(handle) }

  /// Runs every statement.
  public func run(_ sql: String) throws { _ = try rows(sql) }

  /// Runs every statement; returns the rows of all, values separated by `|`, NULL as `NULL`.
  public func rows(_ sql: String) throws -> [String] {
    var rows: [String] = []
    var message: UnsafeMutablePointer<CChar>?
    defer { sqlite3_free(message) }
    let status = withUnsafeMutablePointer(to: &rows) { rows in
      sqlite3_exec(
        handle, sql,
        { rows, count, values, _ in
          let row = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "NULL" }
          rows!.assumingMemoryBound(to: [String].self).pointee.append(row.joined(separator: "|"))
          return 0
        }, rows, &message)
    }
    guard status == SQLITE_OK else { throw Failure(message: message.map { String(cString: $0) } ?? "\(status)") }
    return rows
  }

  /// The number of steps of SQLite's virtual machine for a statement without bindings: proportional to the rows that it
  /// visits.
  public func steps(of sql: String) throws -> Int {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    while sqlite3_step(statement) == SQLITE_ROW {}
    return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
  }

  /// Runs every statement on a new connection, which is closed afterwards.
  public static func run(_ sql: String, on path: String) throws { try RawConnection(path).run(sql) }

  /// The same, returning the rows of all statements.
  public static func rows(_ sql: String, on path: String) throws -> [String] { try RawConnection(path).rows(sql) }
}
