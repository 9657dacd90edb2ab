// One connection to SQLite, as the closures of reads and writes see it.

import CSQLite

/// One connection, inside a read or a write. It is not Sendable and never leaves its closure.
///
/// The closure *is* the transaction: `BEGIN`, `COMMIT` and `ROLLBACK` are refused in it; for a part that may be taken
/// back on its own there is `savepoint(_:)`.
public final class Database {
  @usableFromInline let handle: OpaquePointer
  let authorizer = Authorizer()
  /// Counts the changes; only the writer's connection has one.
  var tracker: ChangeTracker?
  package private(set) lazy var schema = SchemaCatalog(database: self)
  let trace: (@Sendable (String) -> Void)?
  /// The locks that the connections of this file wait for.
  let lockWaits: LockWaits
  /// What SQLite reaches the file by, for as long as this is open.
  private let fileSystem: ShortSleeps
  /// Hears of damage; `nil` in memory.
  let presence: FilePresence?

  // All that follows is used on this connection's queue alone.
  var cache = StatementCache()
  /// Our own statements (BEGIN, PRAGMA), which are neither traced nor recorded.
  var internalStatements: [ExactText: OpaquePointer] = [:]
  /// Set while a read that can be cancelled runs.
  var cancellation: CancellationFlag?
  /// Whether SQLite itself waits for locks: not where the writer does it outside (see `Writer.waitingForLock`).
  var waitsForLocks = true
  /// What asked for the present transaction that writes, and may give up its waiting for locks.
  var writeFlag: CancellationFlag?
  /// What ends the present transaction that writes, and its commit's waiting for locks.
  var writeInterruption: CancellationFlag?
  /// The wait of SQLite itself for the present lock.
  var lockWait: LockWait?
  /// Whether a transaction of ours has begun and not ended, whatever SQLite did meanwhile.
  var isInTransaction = false
  /// The read that is under way; `nil` in a write, and between two reads.
  var presentRead: PresentRead?
  /// Whether a rollback journal is needed for writing, and can't be made. SQLite finds that out at the first write.
  var hasNoJournal = false
  /// How often the file had been written past SQLite's count of commits when this connection last dropped what it keeps of
  /// it in memory.
  package internal(set) var seenRewrites = 0
  /// How the file keeps texts, once that was asked.
  var knownEncoding: TextEncoding?
  /// How deep the calls of `savepoint(_:)` are nested: it makes their names.
  var savepointDepth = 0
  /// What the running calls of `recordingReads` have gathered.
  var recordings: [ReadSet] = []
  /// What runs have read through virtual tables: their content tables, for one.
  var readsOfVirtualTables: [String: ReadSet] = [:]

  /// Opens a connection. Throws `DatabaseError`.
  init(
    path: String, flags: Int32, tracksChanges: Bool, lockWaits: LockWaits, fileSystem: ShortSleeps,
    presence: FilePresence? = nil, trace: (@Sendable (String) -> Void)?
  ) throws {
    self.trace = trace
    self.presence = presence
    isAskedReadOnly = flags & SQLITE_OPEN_READONLY != 0
    self.lockWaits = lockWaits
    self.fileSystem = fileSystem
    handle = try Self.openHandle(path, flags: flags, fileSystem)
    // Before the first statement is compiled: one compiled earlier would not report a DELETE without WHERE.
    if tracksChanges { tracker = ChangeTracker(database: self) }
    authorizer.install(on: handle)
    installBusyHandler()
    installProgressHandler()
  }

  /// Opens a connection of SQLite's, for one thread at a time. Throws `DatabaseError`.
  static func openHandle(
    _ path: String, flags: Int32, _ fileSystem: ShortSleeps? = nil
  ) throws -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, fileSystem?.name)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close_v2(opened) }
      throw DatabaseError(opened, code: code)
    }
    return opened
  }

  deinit {
    cache.removeAll()
    for statement in internalStatements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Takes a name in double quotes for a name alone: where SQLite finds no such column it would otherwise take it for
  /// a text, and give that for every row. For files whose triggers and views are our own.
  public func refuseQuotedStrings() { csqlite_refuse_quoted_strings(handle) }

  /// The error that this connection has just had. All that have the file open hear of damage.
  func failure(_ code: Int32, sql: String? = nil) -> DatabaseError {
    let error = DatabaseError(handle, code: code, sql: sql)
    if error.isCorrupt { presence?.noteDamaged() }
    return error
  }

  /// Throws where the file has no page any more, though there were tables in it: no statement of SQLite's leaves it so.
  /// Another program has emptied it, and may be about to write into it. All that have it open hear of damage.
  public func requirePages() throws {
    guard try internalInteger("PRAGMA main.page_count") == 0 else { return }
    presence?.noteDamaged(isEmptied: true)
    throw DatabaseError.damaged("the file has been emptied")
  }

  /// Throws `CancellationError` when this read is no longer wanted. Cheap: meant for long loops in Swift.
  public func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  var isCancelled: Bool { cancellation?.isSet ?? false }

  /// Whether this connection was opened for reading only.
  let isAskedReadOnly: Bool

  /// Whether the file, or this connection to it, can only be read.
  var isReadOnly: Bool { hasNoJournal || sqlite3_db_readonly(handle, "main") == 1 }

  /// How many pages this connection has written, into the file or its log. Each commit that counts writes at least one.
  var pagesWritten: Int {
    var (present, highest) = (Int32(0), Int32(0))
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &present, &highest, 0)
    return Int(present)
  }
}
