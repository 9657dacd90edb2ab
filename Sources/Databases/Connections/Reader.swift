// One connection that only reads, on a queue of its own.

import CSQLite

/// A read-only connection, opened when it is first needed.
actor Reader {
  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let file: DatabaseFile
  private let configuration: SQLiteConnection.Configuration
  private var database: Database?

  init(number: Int, file: DatabaseFile, configuration: SQLiteConnection.Configuration) {
    executor = QueueExecutor(label: "database.reader.\(number)")
    self.file = file
    self.configuration = configuration
  }

  /// Runs `body` on one snapshot of the file.
  func read<R: Sendable>(_ flag: CancellationFlag, _ body: @Sendable (Database) throws -> R) throws -> R {
    if flag.isSet { throw CancellationError() }
    let database = try database ?? opened(flag)
    self.database = database
    return try database.read(flag) { [configuration] db in
      try configuration.beginRead?(db)
      return try body(db)
    }
  }

  private func opened(_ flag: CancellationFlag) throws -> Database {
    // Never when another file is at the path: SQLite would read the opened file with that file's log and locks.
    try file.presence?.requireOpened()
    let database = Result { try file.openReader(configuration, flag) }
    // Another file may just have appeared at the path. For a missing file this error says more than SQLite's.
    try file.presence?.requireOpened()
    return try database.get()
  }

  /// Closes the connection.
  func close() { database = nil }
}
