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
    return try database.read(flag, body)
  }

  private func opened(_ flag: CancellationFlag) throws -> Database {
    // Never beside the one that is open: SQLite would read it with the log that lies there, and take its locks.
    try file.presence?.requireOpened()
    let database = Result { try file.openReader(configuration, flag) }
    // Another file may just have come to the path. Of one that is gone this says more than SQLite.
    try file.presence?.requireOpened()
    return try database.get()
  }

  /// Closes the connection.
  func close() { database = nil }
}
