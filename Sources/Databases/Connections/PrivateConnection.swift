// A connection that its owner alone uses, with temporary tables of its own.

import CSQLite

extension SQLiteConnection {
  /// Opens a connection to the file for one owner, who calls it from one thread at a time. It only reads the file, and
  /// may write temporary tables. `policy` decides what its statements may do. Throws `DatabaseError`, and
  /// `CancellationError` if the flag is set while this waits for another program's lock.
  package func openPrivately(_ policy: some StatementPolicy, _ flag: CancellationFlag) throws -> Database {
    guard path != nil else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "a database without a file has one connection only")
    }
    // Never when another file is at the path: SQLite would read the opened file with that file's log and locks.
    try file.presence?.requireOpened()
    let database = Result {
      let database = try file.open(flags: SQLITE_OPEN_READONLY, tracksChanges: false, trace: configuration.trace)
      try database.withCancellation(flag) {
        // Its work waits for no disk but the file's own.
        try database.runInternal("PRAGMA temp_store=MEMORY")
        try configuration.prepare?(database)
      }
      database.authorizer.policy = policy
      return database
    }
    try file.presence?.requireOpened()
    return try database.get()
  }

  /// Opens the file once more, only for reads: `begin` is called in each, after its snapshot has begun. It hears of no
  /// commit. Throws as `open` does.
  @export(interface)
  package func openAgain(forReads begin: @escaping @Sendable (Database) throws -> Void) async throws -> SQLiteConnection
  {
    guard let path else { throw DatabaseError(code: SQLITE_MISUSE, message: "this copy can't be opened once more") }
    var configuration = configuration
    (configuration.isReadOnly, configuration.watchesOtherProcesses, configuration.keepsLog) = (true, false, true)
    (configuration.readerCount, configuration.statusChanged, configuration.beginRead) = (2, nil, begin)
    return try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
  }
}

extension Database {
  /// SQLite's count of the commits to the file, as the file shows it now; nil if it can't be read. Read it
  /// after the first read of the connection, which opens the log.
  package var commitCount: UInt32? { CommitCount(ConnectionPages(handle: handle))?.number }

  /// Whether the file has a log, so that a read transaction keeps no writer out.
  package var hasLog: Bool { CommitCount(ConnectionPages(handle: handle))?.isOfLog == true }

  /// The byte in the statement at which the compilation that has just failed found its mistake; nil if SQLite knows
  /// none.
  package var mistakePlace: Int? {
    let place = sqlite3_error_offset(handle)
    return place < 0 ? nil : Int(place)
  }
}

extension Database {
  /// Runs `body`. Statements that are compiled or run meanwhile may do what `policy` allows.
  package func withPolicy<R>(_ policy: some StatementPolicy, _ body: () throws -> R) rethrows -> R {
    let outer = authorizer.policy
    authorizer.policy = policy
    defer { authorizer.policy = outer }
    return try body()
  }

  /// The number of rows that the last statement has added, changed or deleted itself.
  package var directChangeCount: Int { Int(sqlite3_changes64(handle)) }
}

extension PreparedStatement {
  /// The table that the statement itself writes, and SQLite's code for the deed; nil if it writes no rows of a table, or
  /// something else too.
  package var writtenRows: (table: TableKey, action: Int32)? {
    traits.changesSchema || traits.isUpkeep || changesNothing ? nil : traits.target
  }
  /// What SQLite reported that the statement reads while it compiled it.
  package var compiledReads: ReadSet { reads }
  /// Whether it writes nothing.
  package var changesNothing: Bool { sqlite3_stmt_readonly(handle) != 0 || sqlite3_stmt_isexplain(handle) != 0 }
}
