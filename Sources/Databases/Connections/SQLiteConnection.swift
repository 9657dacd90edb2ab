// An open database: its readers, its writer and its subscribers.

public import Activities
import CSQLite
import Locks

/// An open database: one writer and a pool of readers, each on a queue of its own.
///
/// Writes run one after the other in the order of the calls. Reads run concurrently with them, each on one snapshot of
/// the file. For a database in memory the reads queue with the writes.
public final class SQLiteConnection: Sendable {
  /// Where a database is stored.
  public enum Storage: Hashable, Sendable {
    /// In the file at a path.
    case file(path: String)
    /// In memory, as long as the connection is open.
    case memory
    /// In a file without a name, in SQLite's folder for temporary files. It is removed with the connection, however the
    /// program ends; in all else it is like one in memory.
    case temporary
  }

  /// The file's path; `nil` in memory.
  public var path: String? { file.path }
  /// Whether nothing can be written, because the caller asked for that or the file does not allow it.
  public var isReadOnly: Bool { board.status.isReadOnly }
  /// The reason why the file is read as it was at opening, and SQLite does not follow it: its folder can't be written,
  /// or the disk is full. Nil: it is followed.
  public var frozenBy: DatabaseError? { file.frozenBy }
  /// Counts the running work: reads, writes, and looks for others' commits.
  public var activity: Activity { configuration.activity }

  let writer: Writer
  /// Every write first enters this queue.
  let turns = TurnQueue(places: 1)
  /// Nil in memory.
  let pool: ReaderPool?
  let publisher = ChangePublisher()
  /// Busy while readers may see a commit of this connection whose batch is not published.
  let commits = Activity()
  /// Nil if no other program can change anything.
  let detector: OutsideChangeDetector?
  private let monitor = Lock<OutsideChangeMonitor?>(nil)
  let file: DatabaseFile
  let configuration: Configuration
  var board: StatusBoard { file.board }
  /// Whether there may have been a log before opening. A read-only connection then does not remove it at closing.
  private let hadLog: Bool
  private var leavesLog: Bool { hadLog || !isReadOnly }
  /// The log that was next to the file before opening, if it is to be kept.
  private let leftLog: LeftLog?

  /// Opens a database. Throws `DatabaseError` if the file is missing (and `createsFile` is false), can't be opened, or
  /// is no database; `CancellationError` if the task is cancelled while another program has the file locked.
  @export(interface)
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

  /// A connection that is freed without `close()` closes a moment later: `activity` counts that.
  deinit {
    // Not waited for: the monitor's thread may be waiting for the subscriber that holds this last reference.
    monitor.withLock { $0 }?.abandon()
    detector?.close()
    activity.begin()
    Task { [pool, turns, writer, file, activity, leavesLog, leftLog] in
      await Self.close(pool, turns, writer, file, leavesLog: leavesLog, leftLog)
      activity.end()
    }
  }

  /// Ends the reads, waits for the writes already asked for, and closes the file; a second call does nothing. If no
  /// other program has it open, the write-ahead log is checkpointed and removed, unless it was there before and
  /// `Configuration.keepsLog` is set.
  @export(interface)
  public func close() async {
    activity.begin()
    defer { activity.end() }
    // Outside the lock: `stop()` waits for the monitor's thread.
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

  /// Ends the reads, and waits for their ends; later reads throw. Writes continue: with this and `activity.settled()` a
  /// program that exits still writes what was asked for, and waits for nothing else.
  @export(interface)
  public func endReads() async { await pool?.close() }

  /// Closes a file that another one has replaced, so that the other can be opened. Waits for the writes already asked
  /// for, checkpoints the log into its own file, ends the reads, and closes the file. If another program reads the log,
  /// it waits, as `status` tells, until `giveUpWaiting()`. `status` still tells which file is at the path, until
  /// `close()`. Throws `DatabaseError` if the log is not empty, and `CancellationError` if the task is cancelled: the
  /// file is then still open and readable, and the other must not be opened.
  @export(interface)
  public func release() async throws {
    try await withTurn(for: .opening) { [pool, writer] flag in
      try await writer.emptyLog(flag)
      // The writer is closed last. If another file is at the path, SQLite leaves the empty log.
      await pool?.close()
      await writer.release()
    }
  }

  /// Runs `body` on one snapshot of the database.
  ///
  /// If the task is cancelled, a read that waits for a reader leaves the queue at once, and a running one is
  /// interrupted within milliseconds; both throw `CancellationError`. Throws `DatabaseError`, and what `body` throws.
  @export(interface)
  public func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    activity.begin()
    defer { activity.end() }
    if let pool { return try await read(from: pool, body) }
    return try await withTurn { [writer] flag in try await writer.read(flag, body) }
  }

  /// Reads on the connection that writes, queued with the writes: at a start no reader is open yet. Throws as `write`
  /// does.
  @export(interface)
  package func readOnWriter<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    try await withTurn(for: .opening) { [writer] flag in try await writer.read(flag, body) }
  }

  /// Reads. If another program has ended in the middle of a write, lets SQLite roll that write back on the connection
  /// that may write, and reads again.
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

  /// Starts a read that the caller does not await: directly on a reader's queue if one is free.
  ///
  /// `body` is as for `read`; `failed` receives its error, or the error that kept it from beginning. Cancelling the
  /// task ends the read as it ends `read`.
  @export(interface)
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

  /// Runs `body` in a transaction: `BEGIN IMMEDIATE` … `COMMIT`. If it throws, everything is rolled back.
  ///
  /// Cancelling the task ends a write that has not begun; only its own `interruption` ends one that has. All
  /// subscribers have been called when this returns. Throws `DatabaseError`, and what `body` throws.
  @export(interface)
  public func write<R: Sendable>(
    endedBy interruption: WriteInterruption? = nil, _ body: @escaping @Sendable (Database) throws -> R
  ) async throws -> R {
    try await withTurn { [writer] flag in try await writer.write(flag, interruption, body) }
  }

  /// Runs one statement and returns its rows. A statement that only reads runs as in `read`, and waits for no writer;
  /// any other runs in a transaction of its own. Throws as those do. SQLite refuses statements that can't run in a
  /// transaction, such as `VACUUM`.
  @discardableResult
  @export(interface)
  public func query(_ sql: String, _ bindings: [SQLiteValue] = []) async throws -> [Row] {
    TransactionOwner.require(isNotInTransactionOf: self)
    if isReadOnly { return try await read { try $0.rows(sql, bindings) } }
    // A reader may not know yet the tables of a statement that writes, so it gets none.
    if Self.beginsLikeRead(sql) {
      let rows = try await read { db -> [Row]? in
        do {
          return try db.withStatement(sql) { $0.isPlain } ? try db.rows(sql, bindings) : nil
        } catch let error as DatabaseError where error.primaryCode == SQLITE_ERROR {
          // A reader does not know the writer's temporary tables: let the writer report the error.
          return nil
        }
      }
      if let rows { return rows }
    }
    return try await write { try $0.rows(sql, bindings) }
  }

  /// Whether the first word is one that reading statements begin with; some of them write all the same.
  private static func beginsLikeRead(_ sql: String) -> Bool {
    let word = sql.unicodeScalars.drop { $0.properties.isWhitespace }.prefix { $0.properties.isAlphabetic }
    return ["SELECT", "WITH", "VALUES"].contains(String(word).uppercased())
  }

  /// Opens a copy of the database in `storage`, which is empty. It is copied page by page, with all faults of the file.
  /// A file is watched once it is whole: a look in the middle would take the copied pages for another program's commit.
  /// Throws as `open` and `read` do.
  @export(interface)
  public func openCopy(
    in storage: Storage = .temporary, _ configuration: Configuration
  ) async throws -> SQLiteConnection {
    activity.begin()
    defer { activity.end() }
    var filling = configuration
    filling.watchesOtherProcesses = false
    let copy = try await SQLiteConnection.open(storage: storage, configuration: filling)
    do {
      try await withTurn { [writer] flag in try await writer.copy(flag, to: copy.writer) }
    } catch {
      await copy.close()
      throw error
    }
    guard configuration.watchesOtherProcesses, copy.path != nil else { return copy }
    await copy.close()
    return try await SQLiteConnection.open(storage: storage, configuration: configuration)
  }

  /// Waits for the writer, and holds it while `body` runs. Throws `CancellationError` if cancelled before.
  func withTurn<R: Sendable>(
    isolation: isolated (any Actor)? = #isolation, for work: FileStatus.Waiting = .write,
    _ body: (CancellationFlag) async throws -> R
  ) async throws -> R {
    TransactionOwner.require(isNotInTransactionOf: self)
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
