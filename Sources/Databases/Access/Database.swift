// One connection to SQLite, as the closures of reads and writes see it.

import CSQLite

/// One connection, inside a read or a write. It is not Sendable and never leaves its closure.
///
/// The closure *is* the transaction: `BEGIN`, `COMMIT` and `ROLLBACK` are refused in it. To be able to roll back a part
/// of it, use `savepoint(_:)`.
public final class Database {
  @usableFromInline let handle: OpaquePointer
  let authorizer = Authorizer()
  /// Counts the changes; only the writer's connection has one.
  var tracker: ChangeTracker?
  package private(set) lazy var schema = SchemaCatalog(database: self)
  let trace: (@Sendable (String) -> Void)?
  /// The locks that the connections of this file wait for.
  let lockWaits: LockWaits
  /// The file system that SQLite uses, alive as long as this connection.
  private let fileSystem: ShortSleeps
  /// Is told of damage; nil for a database in memory.
  let presence: FilePresence?

  // All that follows is used on this connection's queue only.
  var statements = StatementCache()
  /// How it waits for locks, and what ends its work.
  var waits = Waits()
  /// The present transaction.
  var transaction = TransactionState()
  /// What is known of the file and of the way to it.
  var file: FileTraits
  /// How often the file had been written past SQLite's commit count when this connection last dropped its caches.
  package internal(set) var seenRewrites = 0
  /// The reads that are recorded.
  var recording = Recording()

  /// Opens a connection. Throws `DatabaseError`.
  init(
    path: String, flags: Int32, tracksChanges: Bool, lockWaits: LockWaits, fileSystem: ShortSleeps,
    presence: FilePresence? = nil, trace: (@Sendable (String) -> Void)?
  ) throws {
    self.trace = trace
    self.presence = presence
    file = FileTraits(isAskedReadOnly: flags & SQLITE_OPEN_READONLY != 0)
    self.lockWaits = lockWaits
    self.fileSystem = fileSystem
    handle = try Self.openHandle(path, flags: flags, fileSystem)
    // Before the first statement is compiled: one compiled earlier would not report a DELETE without WHERE.
    if tracksChanges { tracker = ChangeTracker(database: self) }
    authorizer.install(on: handle)
    installBusyHandler()
    installProgressHandler()
  }

  /// Opens an SQLite connection, for one thread at a time. Throws `DatabaseError`.
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
    statements.finalizeAll()
    sqlite3_close_v2(handle)
  }

  /// Makes SQLite read a name in double quotes as a name only. Otherwise SQLite takes an unknown column's name for a
  /// text, and returns that for every row. For files whose triggers and views are all made by this program.
  public func refuseQuotedStrings() { csqlite_refuse_quoted_strings(handle) }

  /// The error that this connection has just reported. Everything that has the file open is told of damage.
  func failure(_ code: Int32, sql: String? = nil) -> DatabaseError {
    let error = DatabaseError(handle, code: code, sql: sql)
    if error.isCorrupt { presence?.noteDamaged() }
    return error
  }

  /// Throws if the file has no pages left though it had tables: no SQLite statement does that. Another program has
  /// emptied it, and may be about to write into it. Everything that has the file open is told of the damage.
  public func requirePages() throws {
    guard try internalInteger("PRAGMA main.page_count") == 0 else { return }
    presence?.noteDamaged(isEmptied: true)
    throw DatabaseError.damaged("the file has been emptied")
  }

  /// Throws `CancellationError` if this read is no longer wanted. Cheap enough for long loops in Swift.
  public func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  var isCancelled: Bool { waits.cancellation?.isSet ?? false }

  /// Whether this connection was opened for reading only.
  var isAskedReadOnly: Bool { file.isAskedReadOnly }

  /// Whether the file, or this connection to it, can only be read.
  var isReadOnly: Bool { file.hasNoJournal || sqlite3_db_readonly(handle, "main") == 1 }

  /// The number of pages that this connection has written, into the file or its log. Each counted commit writes at
  /// least one.
  var pagesWritten: Int {
    var (present, highest) = (Int32(0), Int32(0))
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &present, &highest, 0)
    return Int(present)
  }
}

/// What a connection knows of its file and of the way to it.
struct FileTraits {
  /// Whether the connection was opened for reading only.
  let isAskedReadOnly: Bool
  /// Whether writing needs a rollback journal that can't be made. SQLite notices only at the first write.
  var hasNoJournal = false
  /// How the file encodes texts, once it has been read.
  var encoding: TextEncoding?
}

/// The present transaction of a connection.
struct TransactionState {
  /// Whether a transaction has begun and not ended, whatever SQLite has done meanwhile.
  var isOpen = false
  /// How deep the calls of `savepoint(_:)` are nested; part of the savepoints' names.
  var savepointDepth = 0
  /// The current read; nil in a write and between two reads.
  var read: PresentRead?
}
