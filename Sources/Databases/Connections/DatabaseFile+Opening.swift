// Opens the writer's and the readers' connections, and removes files that the opening has left.

import CSQLite
import Glibc

extension DatabaseFile {
  /// Opens the connection that writes, or that takes its place if nothing may be written. Throws `CancellationError` if
  /// the flag is set while this waits for another program's lock.
  func openWriter(
    _ configuration: SQLiteConnection.Configuration, _ flag: CancellationFlag = CancellationFlag()
  ) throws -> Database {
    var flags = SQLITE_OPEN_READWRITE
    if configuration.isReadOnly || isImmutable {
      flags = SQLITE_OPEN_READONLY
    } else if configuration.createsFile || path == nil {
      flags |= SQLITE_OPEN_CREATE
    }
    let before = presence?.present
    let database = try open(flags: flags, tracksChanges: true, trace: configuration.trace)
    try database.withCancellation(flag) { try prepare(database, configuration) }
    presence?.noteOpened(before: before)
    return database
  }

  private func prepare(_ database: Database, _ configuration: SQLiteConnection.Configuration) throws {
    // The first read of the file: a file that is no database fails here.
    _ = try database.internalInteger("PRAGMA schema_version")
    if configuration.journal == .wal, path != nil, !database.isReadOnly {
      try switchToLog(database)
      // Opens the log.
      _ = try database.internalInteger("PRAGMA schema_version")
    }
    var journal = ""
    try database.internalRows("PRAGMA journal_mode") { journal = $0.text(0) }
    // In write-ahead mode a power cut can lose the last commits, but never damages the file.
    if journal == "wal" { try database.runInternal("PRAGMA synchronous=NORMAL") }
    if journal != "wal", !database.isReadOnly { database.file.hasNoJournal = isJournalRefused }
    board.change { status in
      status.isJournalRefused = database.file.hasNoJournal
      status.keepsLitestreamOut = journal == "wal" && isCopyOfLitestream
    }
    try database.runInternal("PRAGMA cache_size=-2048")
    try configuration.prepare?(database)
    // Writes of the preparation are not reported to subscribers.
    _ = database.tracker?.takeChanges()
  }

  /// Switches the file to write-ahead mode; its mode stays if the disk is full. SQLite itself waits for readers of the
  /// file, but gives up at once if another program is writing it.
  private func switchToLog(_ database: Database) throws {
    let wait = LockWait(lockWaits, .opening)
    while true {
      do {
        return try database.runInternal("PRAGMA journal_mode=WAL")
      } catch let error as DatabaseError where error.isFull {
        return
      } catch let error as DatabaseError where error.isBusy {
        try database.checkCancellation()
        guard let pause = wait.nextPause() else { throw error }
        usleep(UInt32(pause.components.attoseconds / 1_000_000_000_000))
      }
    }
  }

  /// Opens a connection that only reads. Throws `CancellationError` if the flag is set while it waits for a lock.
  func openReader(_ configuration: SQLiteConnection.Configuration, _ flag: CancellationFlag) throws -> Database {
    let database = try open(flags: SQLITE_OPEN_READONLY, tracksChanges: false, trace: configuration.trace)
    try database.withCancellation(flag) {
      try database.runInternal("PRAGMA cache_size=-512")
      try configuration.prepare?(database)
      try database.runInternal("PRAGMA query_only=ON")
    }
    return database
  }

  /// Opens a connection that follows others' commits: it only reads, and waits for no lock. Throws `DatabaseError`.
  func openFollower() throws -> Database {
    // Never when another file is at the path: this would take that file's log and locks for its own.
    try presence?.requireOpened()
    let database = Result { try open(flags: SQLITE_OPEN_READONLY, tracksChanges: false) }
    try presence?.requireOpened()
    let follower = try database.get()
    follower.waits.areInSQLite = false
    return follower
  }

  /// Whether the file may be written, but its folder, where a rollback journal would be, certainly may not.
  var isJournalRefused: Bool {
    guard let path, let place = try? FileCalls.resolved(path), (try? FileCalls.access(place, W_OK)) != nil else {
      return false
    }
    let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    do {
      try FileCalls.access(folder + "/.", W_OK)
      return false
    } catch {
      return [EACCES, EPERM, EROFS].contains(error.code)
    }
  }

  /// Whether Litestream keeps this file as a copy of another: it writes its position into a file next to it.
  private var isCopyOfLitestream: Bool {
    guard let path, let place = try? FileCalls.resolved(path) else { return false }
    return (try? FileCalls.statusIfThere(place + "-txid")) != nil
  }

  /// Whether a file that can't be opened normally may be read as it is: its log is certainly empty, and no journal says
  /// that an unfinished transaction must be rolled back.
  var canBeFrozen: Bool {
    guard let path, !isImmutable, let status = try? FileCalls.status(path), status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    do {
      try FileCalls.access(path, R_OK)
      return try ["-wal", "-journal"].allSatisfy { try Self.companionSize($0, of: path) == 0 }
    } catch {
      return false
    }
  }

  /// Whether the file certainly has no log.
  var hasNoLog: Bool {
    guard let path, let place = try? FileCalls.resolved(path) else { return false }
    return FileCalls.certainlyNothing(at: place + "-wal")
  }

  /// Makes SQLite remove the log and its index that reading a file in write-ahead mode has created.
  ///
  /// Only a connection that may write does that, and only as the last one: it first copies what other programs have
  /// written to the log into the file, as if they had been alone. If it fails, the files stay and do no harm. They also
  /// stay if the file at the path is not certainly the one that was read: they may belong to another file.
  func removeOwnLog() {
    guard let path, !isImmutable, presence?.isCertain == true, !hasNoLog else { return }
    guard let handle = try? Database.openHandle(path, flags: SQLITE_OPEN_READWRITE, fileSystem) else { return }
    sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
    sqlite3_close_v2(handle)
  }
}
