// The one connection that writes, on a queue of its own.
//
// The cycle: what others have committed is read -> BEGIN IMMEDIATE -> the closure -> COMMIT -> the batch is published ->
// the caller goes on. From before the COMMIT until the batch is out `commits` is not settled.

import Activities
import CSQLite
import Dispatch

/// The read-write connection of a database. Turns are given outside (see `TurnQueue`): one caller at a time.
actor Writer {
  private nonisolated let executor = QueueExecutor(label: "database.writer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let publisher: ChangePublisher
  private let commits: Activity
  private let file: DatabaseFile
  /// `nil` before it is opened and after it is closed.
  private var database: Database?
  private var detector: OutsideChangeDetector?
  /// Counts the asynchronous transactions.
  private var transactionCount = 0
  /// The number of the one under way, if there is one.
  private var openTransaction: Int?
  /// Wakes the writer while it waits for a lock: there is a question, or the work was cancelled.
  private nonisolated let attention = DispatchSemaphore(value: 0)

  init(publisher: ChangePublisher, commits: Activity, file: DatabaseFile) {
    self.publisher = publisher
    self.commits = commits
    self.file = file
  }

  // MARK: Opening and closing

  /// Opens the connection, and a detector where others can change the file. Throws `DatabaseError`, and
  /// `CancellationError` when the flag is set.
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

  /// Closes the connection. What is in the write-ahead log goes into the file, unless it is still as it was left, in
  /// `leftLog`. `afterwards` is run on the queue.
  func close(keeping leftLog: LeftLog?, afterwards: @Sendable () -> Void) {
    detector?.close()
    detector = nil
    guard database != nil else { return }
    if let database, !database.isReadOnly {
      database.waitsForLocks = false
      if leftLog?.isUnchanged == true || file.presence?.isDamaged == true {
        database.keepLog()
      } else {
        // Others may be reading: then they have the log, and the last to close empties it.
        try? database.runInternal("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
    // The only reference: this closes it.
    database = nil
    afterwards()
  }

  /// Works the log into the file that it belongs to: then another file at the path can't be read with that log. Waits
  /// while anyone reads the log; a connection that only reads waits until others have emptied it. Throws
  /// `DatabaseError`, and `CancellationError` when the flag is set.
  func emptyLog(_ flag: CancellationFlag) throws {
    guard let database else { return }
    if file.presence?.isOverwritten == true {
      // What is in the log belongs to what stood in the file before.
      guard database.hasEmptyLog else { throw DatabaseError.logOfDamaged }
      return database.keepLog()
    }
    database.waitsForLocks = false
    // The detector takes no checkpoint of ours for another program's copy.
    detector?.writerWillCommit()
    defer {
      detector?.writerEnded(hasWritten: false)
      database.waitsForLocks = true
    }
    try untilUnlocked(flag) {
      detector?.letGo()
      let isEmpty =
        try database.isReadOnly
        ? database.hasEmptyLog : database.internalInteger("PRAGMA wal_checkpoint(TRUNCATE)") != 1
      if !isEmpty { throw DatabaseError.logHeld }
    }
  }

  /// Closes the connection to a file whose place another has taken, after `emptyLog`.
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

  /// Writes the database as it is over that of `other`, which is not in use yet.
  func copy(_ flag: CancellationFlag, to other: Writer) async throws {
    let target = try await other.copyTarget()
    let database = try opened()
    try waitingForLock(database, flag) { try database.copyPages(to: target, flag) }
  }

  private func copyTarget() throws -> CopyTarget { CopyTarget(handle: try opened().handle) }

  /// Runs `body` in a transaction that reads: for databases in memory, which have this connection only.
  func read<R: Sendable>(_ flag: CancellationFlag, _ body: @Sendable (Database) throws -> R) throws -> R {
    let database = try opened()
    try database.runInternal("PRAGMA query_only=ON")
    defer { try? database.runInternal("PRAGMA query_only=OFF") }
    return try database.read(flag, body)
  }

  // MARK: The parts of an asynchronous transaction

  /// Begins a transaction that `commitTransaction` or `rollBackTransaction` ends; gives its number.
  func beginTransaction(_ flag: CancellationFlag) throws -> Int {
    _ = try begin(flag, nil)
    transactionCount += 1
    openTransaction = transactionCount
    return transactionCount
  }

  /// Runs `body` in the transaction with this number. Throws when that has ended: only here, on the queue, is that
  /// known.
  func inTransaction<R: Sendable>(_ number: Int, _ body: @Sendable (Database) throws -> R) throws -> R {
    guard number == openTransaction else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "the transaction has ended: it is used outside its closure")
    }
    return try body(opened())
  }

  /// Commits the transaction. When it fails the transaction is still to be taken back.
  func commitTransaction() throws {
    openTransaction = nil
    try commit(opened())
  }

  /// Takes the transaction back.
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
        // What is no longer wanted waits for no lock.
        if interruption?.flag.isSet == true { throw DatabaseError.stopped }
        // Other programs wait for as long as the lock is held: what they have committed so far is read before.
        detector?.writerWillBegin()
        try database.begin("BEGIN IMMEDIATE")
      }
      // The commit may wait as well.
      database.writeFlag = flag
      detector?.writerBegan()
      // Now that no other program writes.
      try file.presence?.requireWritable()
    } catch {
      rollBack()
      // Of a file that is gone it says more than SQLite.
      if error is DatabaseError { try file.presence?.requireOpened() }
      throw error
    }
    return database
  }

  /// Tries `body` until it gets the lock, for as long as the connection waits for locks. The waiting is done outside
  /// SQLite, so that it ends as soon as the work is cancelled.
  private func waitingForLock<R>(
    _ database: Database, _ flag: CancellationFlag, _ body: () throws -> R
  ) throws -> R {
    database.waitsForLocks = false
    defer { database.waitsForLocks = true }
    return try untilUnlocked(flag, body) {
      // The lock of a file that has gone never comes.
      try file.presence?.requireWritable()
    }
  }

  /// Tries `body` until no other program holds what it needs, for as long as the connection waits for locks.
  private func untilUnlocked<R>(
    _ flag: CancellationFlag, _ body: () throws -> R, beforePause: () throws -> Void = {}
  ) throws -> R {
    // What was called out while this did not wait.
    while attention.wait(timeout: .now()) == .success {}
    let wait = LockWait(file.lockWaits, flag.work)
    var hasWaited = false
    while true {
      if flag.isSet { throw CancellationError() }
      // What has not come to a lock may go on where there is none.
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

  /// Commits and publishes. When it fails the transaction is still to be taken back.
  private func commit(_ database: Database) throws {
    // The transaction may have taken long.
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
