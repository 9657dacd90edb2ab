// Opening the writer's connection and the readers', and leaving nothing behind.

import CSQLite
import Glibc

extension DatabaseFile {
  /// Opens the connection that writes, or that stands in its place when nothing may be written. Throws
  /// `CancellationError` when the flag is set while a lock of somebody else is waited for.
  func openWriter(
    _ configuration: SQLiteConnection.Configuration, _ flag: CancellationFlag = CancellationFlag()
  ) throws -> Database {
    var flags = SQLITE_OPEN_READWRITE
    if configuration.isReadOnly || isImmutable {
      flags = SQLITE_OPEN_READONLY
    } else if configuration.createsFile || path == nil {
      flags |= SQLITE_OPEN_CREATE
    }
    let form = path.flatMap(FileForm.init)
    let database = try open(flags: flags, tracksChanges: true, trace: configuration.trace)
    try database.withCancellation(flag) { try prepare(database, configuration, form) }
    return database
  }

  private func prepare(_ database: Database, _ configuration: SQLiteConnection.Configuration, _ form: FileForm?) throws
  {
    // The first look at the file: what is no database is found here.
    _ = try database.internalInteger("PRAGMA schema_version")
    if configuration.journal == .wal, path != nil, !database.isReadOnly {
      try switchToLog(database)
      // Opens the log.
      _ = try database.internalInteger("PRAGMA schema_version")
    }
    var journal = ""
    try database.internalRows("PRAGMA journal_mode") { journal = $0.text(0) }
    // In write-ahead mode this can lose the last commits in a power cut, and never damages the file.
    if journal == "wal" {
      try database.runInternal("PRAGMA synchronous=NORMAL")
      // What a dead program has left in the log may be in the file in parts: from here on it is known what is.
      if !database.isReadOnly, CheckpointMark(database.handle) == nil {
        try? database.runInternal("PRAGMA wal_checkpoint(PASSIVE)")
      }
    }
    if journal != "wal", !database.isReadOnly { database.hasNoJournal = isJournalRefused }
    board.change { $0.isJournalRefused = database.hasNoJournal }
    try database.runInternal("PRAGMA cache_size=-2048")
    try configuration.prepare?(database)
    // What the preparation has written is nobody's change.
    _ = database.tracker?.takeChanges()
    presence?.noteOpened(form, database.handle, hasLog: journal == "wal")
  }

  /// Puts the file into write-ahead mode; it stays as it is where there is no room. SQLite itself waits
  /// for who reads the file, and gives up at once where somebody writes it.
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

  /// Opens a connection that only reads. Throws `CancellationError` when the flag is set while a lock is waited for.
  func openReader(_ configuration: SQLiteConnection.Configuration, _ flag: CancellationFlag) throws -> Database {
    let database = try open(flags: SQLITE_OPEN_READONLY, tracksChanges: false, trace: configuration.trace)
    try database.withCancellation(flag) {
      try database.runInternal("PRAGMA cache_size=-512")
      try configuration.prepare?(database)
      try database.runInternal("PRAGMA query_only=ON")
    }
    return database
  }

  /// Whether the file may be written, and its folder, where a rollback journal would stand, may not.
  var isJournalRefused: Bool {
    guard let path else { return false }
    let folder = Self.place(of: path).split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return access(path, W_OK) == 0 && access(folder.joined(separator: "/") + "/.", W_OK) != 0
  }

  /// Whether a file that can't be opened as it should may be read as it stands: nothing is in its log, and no journal
  /// says that the rows of an unfinished transaction are to be taken out again.
  var canBeFrozen: Bool {
    guard let path, !isImmutable, Self.exists(path) else { return false }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else { return false }
    return ["-wal", "-journal"].allSatisfy { (companion($0).flatMap(Self.size) ?? 0) == 0 }
  }

  /// Removes a log of ours, and its index, from beside a file that it does not belong to. Returns `false` where it
  /// stays, since another program has the database open, and would be worked into the file.
  func removeLeftLog(_ left: LeftLog) -> Bool {
    guard LeftLog(database: left.database) == left else { return true }
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard
      sqlite3_open_v2(left.database, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let handle
    else { return left.isEmpty }
    // As the last connection does it that is closed: nobody can open the database meanwhile.
    let isRemoved = SQLiteFile(handle)?.whileAlone { () -> Bool in
      guard LeftLog(database: left.database) == left else { return true }
      unlink(left.database + "-shm")
      return unlink(left.database + "-wal") == 0
    }
    // Beside a file that was written over even an empty one goes on in the index that the others share: that tells of
    // the pages that are gone.
    return isRemoved ?? (left.isEmpty && presence?.isMoved == true)
  }

  /// Removes the empty `-wal` that opening the file has made, and the `-shm` that there was no room for.
  func removeUnusableLog() {
    guard let path, let left = LeftLog(database: Self.place(of: path)), left.isEmpty else { return }
    _ = removeLeftLog(left)
  }

  /// Removes the empty `-wal` and the `-shm` that reading a file in write-ahead mode has made.
  ///
  /// Only a connection that may write does that, and only as the last one: SQLite sees to it. A log with something in
  /// it is another's, and stays. Where it can't be done they stay: they harm nobody.
  func removeOwnLog() {
    guard let path, !isImmutable, let log = companion("-wal"), Self.size(log) == 0, access(path, W_OK) == 0 else {
      return
    }
    var handle: OpaquePointer?
    if sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK {
      sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
    }
    sqlite3_close_v2(handle)
  }
}
