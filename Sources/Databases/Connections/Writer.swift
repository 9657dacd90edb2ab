// The only connection that writes, on a queue of its own.
//
// The cycle: others' commits are read -> BEGIN IMMEDIATE -> the closure -> COMMIT -> the batch is published -> the
// caller continues. From before the COMMIT until the batch is published, `commits` is not settled.

import Activities
import CSQLite
import Dispatch

/// The read-write connection of a database. It serves one caller at a time; `TurnQueue` orders them outside.
actor Writer {
  private nonisolated let executor = QueueExecutor(label: "database.writer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let publisher: ChangePublisher
  private let commits: Activity
  private let file: DatabaseFile
  /// Nil before it is opened and after it is closed.
  private var database: Database?
  private var detector: OutsideChangeDetector?
  /// Counts the asynchronous transactions.
  private var transactionCount = 0
  /// The number of the open asynchronous transaction; nil if there is none.
  private var openTransaction: Int?
  /// Wakes the writer while it waits for a lock: there is a question, or the work was cancelled.
  private nonisolated let attention = DispatchSemaphore(value: 0)

  init(publisher: ChangePublisher, commits: Activity, file: DatabaseFile) {
    self.publisher = publisher
    self.commits = commits
    self.file = file
  }

  // MARK: Opening and closing

  /// Opens the connection, and a detector if others can change the file. Throws `DatabaseError`, and
  /// `CancellationError` if the flag is set.
  func open(
    _ configuration: SQLiteConnection.Configuration, _ flag: CancellationFlag
  ) throws -> OutsideChangeDetector? {
    let database = try file.openWriter(configuration, flag)
    if file.path != nil, !file.isImmutable {
      try file.presence?.requireOpened()
      detector = try OutsideChangeDetector(publisher: publisher, presence: file.presence) { [file] in
        try file.openFollower()
      }
    }
    self.database = database
    file.board.change { $0.isReadOnly = database.isReadOnly }
    return detector
  }

  /// Closes the connection. The write-ahead log is checkpointed, unless it is still as it was in `leftLog`.
  /// `afterwards` runs on the queue.
  func close(keeping leftLog: LeftLog?, afterwards: @Sendable () -> Void) {
    detector?.close()
    detector = nil
    guard database != nil else { return }
    if let database, !database.isReadOnly {
      database.waits.areInSQLite = false
      if leftLog?.isUnchanged == true || file.presence?.isDamaged == true {
        database.keepLog()
      } else {
        // Others may be reading: then they keep the log, and the last to close empties it.
        try? database.runInternal("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
    // The only reference: this closes the connection.
    database = nil
    afterwards()
  }

  /// Checkpoints the log into the file that it belongs to, so that another file at the path can't be read with that
  /// log. Waits while another program reads the log; a connection that only reads waits until others have emptied it.
  /// Throws `DatabaseError`, and `CancellationError` if the flag is set.
  func emptyLog(_ flag: CancellationFlag) throws {
    guard let database else { return }
    if file.presence?.isOverwritten == true {
      // The log belongs to the former content of the file.
      guard database.hasEmptyLog else { throw DatabaseError.logOfDamaged }
      return database.keepLog()
    }
    database.waits.areInSQLite = false
    // Keeps the detector from taking our own checkpoint for another program's copy.
    detector?.writerWillCommit()
    defer {
      detector?.writerEnded(hasWritten: false)
      database.waits.areInSQLite = true
    }
    try untilUnlocked(flag) {
      detector?.letGo()
      let isEmpty =
        try database.isReadOnly
        ? database.hasEmptyLog : database.internalInteger("PRAGMA wal_checkpoint(TRUNCATE)") != 1
      if !isEmpty { throw DatabaseError.logHeld }
    }
  }

  /// Closes the connection to a file that another one has replaced, after `emptyLog`.
  func release() {
    detector?.close()
    detector = nil
    database = nil
    file.presence?.noteReleased()
  }

  // MARK: Writing

  /// Runs `body` in a transaction.
  func write<R: Sendable>(
    _ flag: CancellationFlag, _ interruption: WriteInterruption?, _ body: @Sendable (Database) throws -> R
  ) throws -> R {
    let database = try begin(flag, interruption)
    do {
      return try database.until(interruption) {
        try body(database)
      } commit: {
        try commit(database)
      }
    } catch {
      rollBack()
      throw error
    }
  }

  /// Copies the database over that of `other`, which is not in use yet.
  func copy(_ flag: CancellationFlag, to other: Writer) async throws {
    let target = try await other.copyTarget()
    let database = try opened()
    try waitingForLock(database, flag) { try database.copyPages(to: target, flag) }
  }

  private func copyTarget() throws -> CopyTarget { CopyTarget(handle: try opened().handle) }

  /// Runs `body` in a read transaction: for databases in memory, which have only this connection.
  func read<R: Sendable>(_ flag: CancellationFlag, _ body: @Sendable (Database) throws -> R) throws -> R {
    let database = try opened()
    try database.runInternal("PRAGMA query_only=ON")
    defer { try? database.runInternal("PRAGMA query_only=OFF") }
    return try database.read(flag, body)
  }

  // MARK: The parts of an asynchronous transaction

  /// Begins a transaction that `commitTransaction` or `rollBackTransaction` ends; returns its number.
  func beginTransaction(_ flag: CancellationFlag) throws -> Int {
    _ = try begin(flag, nil)
    transactionCount += 1
    openTransaction = transactionCount
    return transactionCount
  }

  /// Runs `body` in the transaction with this number. Throws if it has ended: that is known only here, on the queue.
  func inTransaction<R: Sendable>(_ number: Int, _ body: @Sendable (Database) throws -> R) throws -> R {
    guard number == openTransaction else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "the transaction has ended: it is used outside its closure")
    }
    return try body(opened())
  }

  /// Commits the transaction. If it fails, the transaction must still be rolled back.
  func commitTransaction() throws {
    openTransaction = nil
    try commit(opened())
  }

  /// Rolls the transaction back.
  func rollBackTransaction() {
    openTransaction = nil
    rollBack()
  }

  /// Wakes the writer if it waits for a lock.
  nonisolated func callAttention() { attention.signal() }

  // MARK: Steps

  private func opened() throws -> Database {
    guard let database else {
      try file.presence?.requireOpened()
      throw DatabaseError.closed
    }
    return database
  }

  private func begin(_ flag: CancellationFlag, _ interruption: WriteInterruption?) throws -> Database {
    let database = try opened()
    guard !database.isReadOnly else {
      if let error = file.frozenBy, error.isFull { throw error }
      let isAsked = database.isAskedReadOnly && !file.isImmutable
      throw DatabaseError(
        code: SQLITE_READONLY,
        message: isAsked ? "the file was opened for reading only" : "the file may not be written")
    }
    do {
      try waitingForLock(database, flag) {
        // Unwanted work waits for no lock.
        if interruption?.flag.isSet == true { throw DatabaseError.stopped }
        // Other programs wait while the lock is held: read their commits so far before taking it.
        detector?.writerWillBegin()
        try database.begin("BEGIN IMMEDIATE")
      }
      // The commit may wait, too.
      database.waits.writeFlag = flag
      detector?.writerBegan()
      // Checked now that no other program writes.
      try file.presence?.requireWritable()
    } catch {
      rollBack()
      // For a missing file this error says more than SQLite's.
      if error is DatabaseError { try file.presence?.requireOpened() }
      throw error
    }
    return database
  }

  /// Tries `body` until it gets the lock, for as long as the connection waits for locks. The wait happens outside
  /// SQLite, so that it ends as soon as the work is cancelled.
  private func waitingForLock<R>(
    _ database: Database, _ flag: CancellationFlag, _ body: () throws -> R
  ) throws -> R {
    database.waits.areInSQLite = false
    defer { database.waits.areInSQLite = true }
    return try untilUnlocked(flag, body) {
      // The lock of a missing file never comes.
      try file.presence?.requireWritable()
    }
  }

  /// Tries `body` until no other program holds what it needs, for as long as the connection waits for locks.
  private func untilUnlocked<R>(
    _ flag: CancellationFlag, _ body: () throws -> R, beforePause: () throws -> Void = {}
  ) throws -> R {
    // Drops signals from before this wait.
    while attention.wait(timeout: .now()) == .success {}
    let wait = LockWait(file.lockWaits, flag.work)
    var hasWaited = false
    while true {
      if flag.isSet { throw CancellationError() }
      // Work that has not reached a lock may continue without one.
      if hasWaited, flag.isGivenUp { throw DatabaseError.lockGivenUp }
      do {
        return try body()
      } catch let error as DatabaseError where error.isBusy {
        if flag.isGivenUp { throw DatabaseError.lockGivenUp }
        hasWaited = true
        guard let pause = wait.nextPause() else { throw error }
        try beforePause()
        _ = attention.wait(timeout: .now() + .nanoseconds(Int(pause.components.attoseconds / 1_000_000_000)))
      }
    }
  }

  private func rollBack() {
    database?.rollBack()
    detector?.writerEnded(hasWritten: false)
  }

  /// Commits and publishes. If it fails, the transaction must still be rolled back.
  private func commit(_ database: Database) throws {
    // The file may have changed while the transaction ran.
    try file.presence?.requireWritable()
    commits.begin()
    defer { commits.end() }
    detector?.writerWillCommit()
    let pagesBefore = database.pagesWritten
    let isKnown = try database.commit()
    var batch: ChangeBatch?
    if isKnown {
      batch = database.tracker?.takeChanges()
    } else {
      database.tracker?.rolledBack()
      batch = ChangeBatch(origin: .own, schemaChanged: true, gap: "SQLite does not say whether it was committed")
    }
    if let detector {
      detector.writerEnded(hasWritten: database.pagesWritten != pagesBefore, batch)
    } else if let batch {
      publisher.publish(batch)
    }
  }
}
