// The one connection that writes, on a queue of its own.
//
// The cycle: BEGIN IMMEDIATE -> the closure -> COMMIT -> the batch is published -> the caller goes on. From before the
// COMMIT until the batch is out `commits` is open.

import CSQLite
import Dispatch

/// The read-write connection of a database. Turns are given outside (see `TurnQueue`): one caller at a time.
actor Writer {
  private nonisolated let executor = QueueExecutor(label: "almanac.database.writer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let publisher: ChangePublisher
  private let commits: CommitWindow
  private let busyTimeout: Duration
  /// `nil` before it is opened and after it is closed.
  private var database: Database?
  private var detector: OutsideChangeDetector?
  /// Counts the asynchronous transactions.
  private var transactionCount = 0
  /// The number of the one under way, if there is one.
  private var openTransaction: Int?
  /// Wakes the writer while it waits for a lock: somebody has a question, or has cancelled.
  private nonisolated let attention = DispatchSemaphore(value: 0)

  init(publisher: ChangePublisher, commits: CommitWindow, busyTimeout: Duration) {
    self.publisher = publisher
    self.commits = commits
    self.busyTimeout = busyTimeout
  }

  // MARK: Opening and closing

  /// Opens the connection, and `makeDetector` with its `data_version`. Throws `DatabaseError`.
  func open(
    _ open: @Sendable () throws -> Database, makeDetector: @Sendable (Int) throws -> OutsideChangeDetector?
  ) throws -> (isReadOnly: Bool, detector: OutsideChangeDetector?) {
    let database = try open()
    detector = try makeDetector(try database.internalInteger("PRAGMA data_version") ?? 0)
    self.database = database
    return (database.isReadOnly, detector)
  }

  /// Closes the connection; what is in the write-ahead log goes into the file. `afterwards` is run on the queue.
  func close(afterwards: @Sendable () -> Void) {
    guard let isReadOnly = database?.isReadOnly else { return }
    detector?.close()
    detector = nil
    if !isReadOnly {
      database?.waitsForLocks = false
      // Others may be reading: then they have the log, and the last to close empties it.
      try? database?.runInternal("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    // The only reference: this closes it.
    database = nil
    afterwards()
  }

  // MARK: Writing

  /// Runs `body` in a transaction.
  func write<R: Sendable>(_ flag: CancellationFlag, _ body: @Sendable (Database) throws -> R) throws -> R {
    let database = try begin(flag)
    let result: R
    do {
      result = try body(database)
      try commit(database)
    } catch {
      database.rollBack()
      throw error
    }
    return result
  }

  /// Runs one statement, which is a transaction of its own.
  func query(_ flag: CancellationFlag, _ sql: String, _ bindings: [SQLiteValue]) throws -> [Row] {
    let database = try opened()
    commits.open()
    detector?.writerWillCommit { pollVersion() }
    defer {
      detector?.writerDidCommit()
      // Even after an error: OR FAIL keeps what came before.
      publish(database)
      commits.close()
    }
    return try waitingForLock(database, flag) { try database.rows(sql, bindings) }
  }

  /// Writes the database as it is into a new file.
  func copy(_ flag: CancellationFlag, to path: String) throws {
    let database = try opened()
    var name = ""
    for scalar in path.unicodeScalars {
      if scalar == "'" { name += "'" }
      name.unicodeScalars.append(scalar)
    }
    try waitingForLock(database, flag) { try database.runInternal("VACUUM INTO '\(name)'") }
  }

  /// Runs `body` in a transaction that reads: for databases in memory, which have this connection only.
  func read<R: Sendable>(_ flag: CancellationFlag, _ body: @Sendable (Database) throws -> R) throws -> R {
    let database = try opened()
    try database.runInternal("PRAGMA query_only=ON")
    defer { try? database.runInternal("PRAGMA query_only=OFF") }
    return try database.read(flag, begin: "BEGIN DEFERRED", body)
  }

  // MARK: The parts of an asynchronous transaction

  /// Begins a transaction that `commitTransaction` or `rollBackTransaction` ends; gives its number.
  func beginTransaction(_ flag: CancellationFlag) throws -> Int {
    _ = try begin(flag)
    transactionCount += 1
    openTransaction = transactionCount
    return transactionCount
  }

  /// Runs `body` in the transaction with this number. Throws when that has ended: only here, on the queue, is that known.
  func inTransaction<R: Sendable>(_ number: Int, _ body: @Sendable (Database) throws -> R) throws -> R {
    guard number == openTransaction else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "the transaction has ended: it is used outside its closure")
    }
    return try body(opened())
  }

  /// Commits the transaction, or takes it back and throws.
  func commitTransaction() throws {
    openTransaction = nil
    let database = try opened()
    do {
      try commit(database)
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Takes the transaction back.
  func rollBackTransaction() {
    openTransaction = nil
    database?.rollBack()
  }

  // MARK: Changes of others

  /// Says, if anybody wants to know, whether others have committed.
  func settleOutsideChanges() {
    detector?.settle(assumesOutside: true) { pollVersion() }
  }

  /// Wakes the writer if it waits for a lock.
  nonisolated func callAttention() { attention.signal() }

  private func pollVersion() -> Int? {
    (try? database?.internalInteger("PRAGMA data_version")) ?? nil
  }

  // MARK: Steps

  private func opened() throws -> Database {
    guard let database else { throw DatabaseError.closed }
    return database
  }

  private func begin(_ flag: CancellationFlag) throws -> Database {
    let database = try opened()
    guard !database.isReadOnly else {
      throw DatabaseError(code: SQLITE_READONLY, message: "the database is open for reading only")
    }
    try waitingForLock(database, flag) { try database.begin("BEGIN IMMEDIATE") }
    return database
  }

  /// Tries `body` until it gets the lock, for as long as the busy timeout. The waiting is done outside SQLite, so that
  /// questions about others' commits can be answered meanwhile.
  private func waitingForLock<R>(
    _ database: Database, _ flag: CancellationFlag, _ body: () throws -> R
  ) throws -> R {
    // What was called out while nobody listened.
    while attention.wait(timeout: .now()) == .success {}
    let wait = BusyWait(timeout: busyTimeout)
    var attempt = 0
    database.waitsForLocks = false
    defer { database.waitsForLocks = true }
    while true {
      if flag.isSet { throw CancellationError() }
      do {
        return try body()
      } catch let error as DatabaseError where error.isBusy {
        guard let pause = wait.pause(attempt: attempt) else { throw error }
        attempt += 1
        _ = attention.wait(timeout: .now() + .nanoseconds(Int(pause.components.attoseconds / 1_000_000_000)))
        detector?.settle(assumesOutside: false) { pollVersion() }
      }
    }
  }

  /// Commits and publishes. When it fails the transaction is still open.
  private func commit(_ database: Database) throws {
    commits.open()
    defer { commits.close() }
    detector?.writerWillCommit { pollVersion() }
    do {
      defer { detector?.writerDidCommit() }
      try database.commit()
    }
    publish(database)
  }

  private func publish(_ database: Database) {
    guard let changes = database.tracker?.takeChanges() else { return }
    publisher.publish(.own, tables: changes.tables, schemaChanged: changes.schemaChanged)
  }
}
