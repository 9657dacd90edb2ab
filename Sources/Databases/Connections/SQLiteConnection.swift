// An open database: its readers, its writer and its subscribers.

public import Activities
import CSQLite
import Locks

/// An open database: one writer and a pool of readers, each on a queue of its own.
///
/// Writes happen one after the other in the order of the calls. Reads run beside them, each on one
/// snapshot of the file. For a database in memory the reads take their turns with the writes.
public final class SQLiteConnection: Sendable {
  /// Where a database is kept.
  public enum Storage: Hashable, Sendable {
    /// In the file at a path.
    case file(path: String)
    /// In memory, as long as the connection is open.
    case memory
    /// In a file without a name, in SQLite's folder for temporary files: it goes with the connection, however the
    /// program ends. Otherwise it is as in memory.
    case temporary
  }

  /// The file's path; `nil` in memory.
  public var path: String? { file.path }
  /// Whether nothing can be written: because it was asked for, or because the file does not allow it.
  public var isReadOnly: Bool { board.status.isReadOnly }
  /// What keeps SQLite from following the file, where that is read as it stood when it was opened: its folder can't be
  /// written, or the disk is full.
  public var frozenBy: DatabaseError? { file.frozenBy }
  /// Counts what is under way: reads, writes, and questions about the commits of others.
  public var activity: Activity { configuration.activity }

  let writer: Writer
  /// Every write enters here first.
  let turns = TurnQueue(places: 1)
  /// `nil` in memory.
  let pool: ReaderPool?
  let publisher = ChangePublisher()
  /// A commit of ours that readers may see, while its batch is not out.
  let commits = Activity()
  /// `nil` where no other program can change anything.
  let detector: OutsideChangeDetector?
  private let monitor = Lock<OutsideChangeMonitor?>(nil)
  let file: DatabaseFile
  let configuration: Configuration
  var board: StatusBoard { file.board }
  /// Files that were there before we came stay when we go.
  private let hadLog: Bool
  private var leavesLog: Bool { hadLog || !isReadOnly }
  /// The log that lay beside the file before we came, where it is to stay.
  private let leftLog: LeftLog?

  /// Opens a database. Throws `DatabaseError` when the file is missing (and `createsFile` is false), can't be opened,
  /// or is no database; `CancellationError` when the task is cancelled while another program has the file locked.
  public static func open(
    storage: Storage, configuration: Configuration = Configuration()
  ) async throws -> SQLiteConnection {
    configuration.activity.begin()
    defer { configuration.activity.end() }
    let file = try DatabaseFile(
      storage, mustExist: configuration.isReadOnly || !configuration.createsFile,
      patience: configuration.busyTimeout, statusChanged: configuration.statusChanged)
    let (hadLog, leftLog) = (!file.hasNoLog, configuration.keepsLog ? file.path.flatMap(LeftLog.init) : nil)
    do {
      return try await SQLiteConnection(file: file, hadLog: hadLog, leftLog, configuration: configuration)
    } catch let error as DatabaseError where error.allowsFreezing && file.canBeFrozen {
      var frozen = file
      frozen.frozenBy = error
      return try await SQLiteConnection(file: frozen, hadLog: hadLog, leftLog, configuration: configuration)
    }
  }

  private init(
    file: DatabaseFile, hadLog: Bool, _ leftLog: LeftLog?, configuration: Configuration
  ) async throws {
    self.file = file
    self.configuration = configuration
    self.hadLog = hadLog
    self.leftLog = leftLog
    let writer = Writer(publisher: publisher, commits: commits, file: file)
    self.writer = writer
    let flag = CancellationFlag()
    detector = try await withTaskCancellationHandler {
      try await writer.open(configuration, flag)
    } onCancel: {
      flag.set()
    }
    pool = file.path == nil ? nil : ReaderPool(file: file, configuration: configuration)
    if configuration.watchesOtherProcesses, let path, let detector {
      do {
        let presence = file.presence
        let started = try OutsideChangeMonitor(path: path, firstLook: configuration.followsAfter) { [presence] in
          presence?.look()
          return detector.look()
        }
        monitor.withLock { $0 = started }
      } catch {
        throw DatabaseError(code: SQLITE_CANTOPEN, message: "the file can't be watched: \(error)")
      }
    }
  }

  /// A connection that is dropped without `close()` closes a moment later: `activity` counts that.
  deinit {
    // Not waited for: its thread may be waiting for the subscriber in which this is the last reference.
    monitor.withLock { $0 }?.abandon()
    detector?.close()
    activity.begin()
    Task { [pool, turns, writer, file, activity, leavesLog, leftLog] in
      await Self.close(pool, turns, writer, file, leavesLog: leavesLog, leftLog)
      activity.end()
    }
  }

  /// Ends the reads, waits for the writes that have been asked for, and closes the file; a second call does nothing.
  /// If no other program has it open, the write-ahead log goes into the file and is removed, unless it was there before
  /// and `Configuration.keepsLog`.
  public func close() async {
    activity.begin()
    defer { activity.end() }
    // Outside the lock: it waits for the monitor's thread.
    let watching = monitor.withLock { monitor in
      defer { monitor = nil }
      return monitor
    }
    watching?.stop()
    await Self.close(pool, turns, writer, file, leavesLog: leavesLog, leftLog)
  }

  private static func close(
    _ pool: ReaderPool?, _ turns: TurnQueue, _ writer: Writer, _ file: DatabaseFile, leavesLog: Bool,
    _ leftLog: LeftLog?
  ) async {
    await pool?.close()
    try? await turns.enter(CancellationFlag())
    defer { turns.leave() }
    await writer.close(keeping: leftLog) { if !leavesLog { file.removeOwnLog() } }
  }

  /// Ends the reads, and waits until they have; those that are asked for afterwards throw. Writes go on: with this, and
  /// `activity.settled()`, a program that is leaving still writes what was asked for, and waits for nothing more.
  public func endReads() async { await pool?.close() }

  /// Lets go of a file whose place another has taken, so that the other can be opened: waits for the writes that have
  /// been asked for, lets SQLite work the log into the file that it belongs to, ends the reads, and closes the file. If
  /// anyone reads the log, it waits, as `status` tells, until `giveUpWaiting()`. `status` goes on to tell what stands
  /// at the path, until `close()`. Throws `DatabaseError` where the log is not empty, and `CancellationError` when the
  /// task is cancelled: then the file is still open and can be read, and the other must not be opened.
  public func release() async throws {
    try await withTurn(for: .opening) { [pool, writer] flag in
      try await writer.emptyLog(flag)
      // The writer is the last to close. Where another file stands at the path, SQLite leaves the empty log.
      await pool?.close()
      await writer.release()
    }
  }

  /// Runs `body` on one snapshot of the database.
  ///
  /// When the task is cancelled a read that waits for a reader leaves at once, and one that runs is interrupted within
  /// milliseconds; both throw `CancellationError`. Throws `DatabaseError`, and what `body` throws.
  public func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    activity.begin()
    defer { activity.end() }
    if let pool { return try await read(from: pool, body) }
    return try await withTurn { [writer] flag in try await writer.read(flag, body) }
  }

  /// Reads on the connection that writes, in its turn among the writes: at a start no reader is open yet. Throws as
  /// `write` does.
  package func readOnWriter<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    try await withTurn(for: .opening) { [writer] flag in try await writer.read(flag, body) }
  }

  /// Reads; where another program has ended amid a write since, once more after SQLite has taken that write back, which
  /// it does for a connection that may write.
  private func read<R: Sendable>(
    from pool: ReaderPool, on reader: Reader? = nil, _ body: @escaping @Sendable (Database) throws -> R
  ) async throws -> R {
    try await notingFailure {
      do {
        return try await pool.read(on: reader, body)
      } catch let error as DatabaseError where error.needsRepair && !isReadOnly {
        try await withTurn { [writer] flag in try await writer.read(flag) { _ = try $0.schema.cookie() } }
        return try await pool.read(body)
      }
    }
  }

  /// Begins a read that the caller does not await: if a reader is free, on its queue at once, without a step in
  /// between.
  ///
  /// `body` as for `read`; `failed` gets what it threw, or what kept it from beginning. Cancelling the task ends the
  /// read as it ends `read`.
  public func startRead(
    _ body: @escaping @Sendable (Database) throws -> Void, failed: @escaping @Sendable (any Error) -> Void
  ) -> Task<Void, Never> {
    activity.begin()
    let reader = pool?.reserve()
    return Task.detached(executorPreference: reader?.executor) { [self] in
      defer { activity.end() }
      do {
        if let pool { try await read(from: pool, on: reader, body) } else { try await read(body) }
      } catch {
        failed(error)
      }
    }
  }

  /// Runs `body` in a transaction: `BEGIN IMMEDIATE` … `COMMIT`. If it throws, all is taken back.
  ///
  /// Cancelling the task ends a write that has not begun; one that has is ended by its own `interruption` alone. When
  /// this returns, all subscribers have been called. Throws `DatabaseError`, and what `body` throws.
  public func write<R: Sendable>(
    endedBy interruption: WriteInterruption? = nil, _ body: @escaping @Sendable (Database) throws -> R
  ) async throws -> R {
    try await withTurn { [writer] flag in try await writer.write(flag, interruption, body) }
  }

  /// Runs one statement and gives its rows: one that only reads as `read` does, so that it waits for no writer; any
  /// other in a transaction of its own. Throws as those do; what SQLite does outside transactions alone, as `VACUUM`, it
  /// refuses.
  @discardableResult
  public func query(_ sql: String, _ bindings: [SQLiteValue] = []) async throws -> [Row] {
    TransactionOwner.precondition(isNotInTransactionOf: self)
    if isReadOnly { return try await read { try $0.rows(sql, bindings) } }
    // A reader may not know yet what a statement that writes is about, so it is given none.
    if Self.beginsLikeRead(sql) {
      let rows = try await read { db -> [Row]? in
        do {
          return try db.withStatement(sql) { $0.isPlain } ? try db.rows(sql, bindings) : nil
        } catch let error as DatabaseError where error.primaryCode == SQLITE_ERROR {
          // No reader knows what is temporary on the writer: the error is the writer's to find.
          return nil
        }
      }
      if let rows { return rows }
    }
    return try await write { try $0.rows(sql, bindings) }
  }

  /// Whether the first word is one with which statements begin that read; some of these write.
  private static func beginsLikeRead(_ sql: String) -> Bool {
    let word = sql.unicodeScalars.drop { $0.properties.isWhitespace }.prefix { $0.properties.isAlphabetic }
    return ["SELECT", "WITH", "VALUES"].contains(String(word).uppercased())
  }

  /// Opens a copy of the database as it is, in temporary storage. It is made page by page: what is wrong in the file is
  /// wrong in the copy. Throws as `open` and `read` do.
  public func openCopy(_ configuration: Configuration) async throws -> SQLiteConnection {
    activity.begin()
    defer { activity.end() }
    let copy = try await SQLiteConnection.open(storage: .temporary, configuration: configuration)
    do {
      try await withTurn { [writer] flag in try await writer.copy(flag, to: copy.writer) }
    } catch {
      await copy.close()
      throw error
    }
    return copy
  }

  /// Waits for the writer, and has it for the length of `body`. Throws `CancellationError` when cancelled before.
  func withTurn<R: Sendable>(
    isolation: isolated (any Actor)? = #isolation, for work: FileStatus.Waiting = .write,
    _ body: (CancellationFlag) async throws -> R
  ) async throws -> R {
    TransactionOwner.precondition(isNotInTransactionOf: self)
    activity.begin()
    defer { activity.end() }
    let flag = CancellationFlag(work)
    file.lockWaits.begin(flag)
    defer { file.lockWaits.end(flag) }
    return try await withTaskCancellationHandler {
      try await turns.enter(flag)
      defer { turns.leave() }
      return try await notingFailure { try await body(flag) }
    } onCancel: {
      turns.cancel(flag)
      writer.callAttention()
    }
  }
}
