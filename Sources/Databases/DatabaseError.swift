// The only error type of the database: SQLite's code, its message, and the SQL that failed.

import CSQLite
import Glibc

/// An error of the database.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  public var code: Int32
  /// SQLite's message, or one of this module.
  public var message: String
  /// The statement that failed, if any.
  public var sql: String?

  /// Makes an error from its parts.
  public init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error that the connection `handle` has just reported.
  init(_ handle: OpaquePointer?, code: Int32, sql: String? = nil) {
    let code = handle.map { Self.lacksRoom($0, code) } == true ? SQLITE_FULL : code
    var message = String(cString: sqlite3_errstr(code))
    if let handle, sqlite3_errcode(handle) & 0xff == code & 0xff { message = String(cString: sqlite3_errmsg(handle)) }
    let ofModule = ModuleFailures.take()
    if code == SQLITE_ERROR, let ofModule, message == String(cString: sqlite3_errstr(code)) { message = ofModule }
    // This module's statements name the schema; the person did not.
    if message.hasPrefix(Self.noTable + "main.") { message = Self.noTable + message.dropFirst(Self.noTable.count + 5) }
    if code == SQLITE_PROTOCOL { message = "its locks can't be taken: each attempt fails" }
    if Self.repairCodes.contains(code) {
      message =
        "a program ended in the middle of writing to the file, and only a program that may write can repair it: "
        + "open it once for writing"
    }
    self.init(code: code, message: message, sql: sql)
  }

  private static let noTable = "no such table: "

  /// Whether there was no space for the index of a log. For its other files SQLite reports a full disk, but not for
  /// this one.
  private static func lacksRoom(_ handle: OpaquePointer, _ code: Int32) -> Bool {
    // SQLITE_IOERR_SHMSIZE, a macro that Swift does not import.
    code == SQLITE_IOERR | 19 << 8 && [ENOSPC, EDQUOT].contains(sqlite3_system_errno(handle))
  }

  /// SQLITE_READONLY_RECOVERY and SQLITE_READONLY_ROLLBACK, macros that Swift does not import: the journal or log of an
  /// unfinished write must be processed before the file can be read.
  private static let repairCodes = [SQLITE_READONLY | 1 << 8, SQLITE_READONLY | 3 << 8]

  /// The code without its extension.
  public var primaryCode: Int32 { code & 0xff }
  /// Whether another connection holds the lock.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
  /// Whether the work was interrupted.
  public var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }
  /// Whether the file, or this connection, may only be read.
  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }
  /// Whether the disk is full.
  public var isFull: Bool { primaryCode == SQLITE_FULL }
  /// Whether the file is damaged, or is no database.
  public var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
  /// Whether the file is no database at all.
  public var isNoDatabase: Bool { primaryCode == SQLITE_NOTADB }
  /// Whether the operating system could not read or write.
  public var isInputOutput: Bool { primaryCode == SQLITE_IOERR }
  /// Whether a COMMIT has succeeded although it reports this error: SQLITE_IOERR_UNLOCK, _RDLOCK or _DELETE_NOENT,
  /// macros that Swift does not import.
  var isBehindCommit: Bool { isInputOutput && [8, 9, 23].contains(code >> 8) }
  /// Whether a constraint of the schema forbids the change.
  public var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }
  /// Whether another row has a unique value, a primary key or a rowid already.
  public var isOfUniqueValue: Bool {
    // SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY and _ROWID: Swift does not see these macros.
    [8, 6, 10].contains { code == SQLITE_CONSTRAINT | $0 << 8 }
  }
  /// Whether the file can't be opened.
  public var isCantOpen: Bool { primaryCode == SQLITE_CANTOPEN }

  /// Whether the file could not be read or written because of the disk, the memory or another program's lock, not
  /// because of the request.
  public var isOfSystem: Bool {
    isInputOutput || isFull || isCantOpen || isBusy || [SQLITE_NOMEM, SQLITE_PROTOCOL].contains(primaryCode)
  }

  /// Whether a program ended in the middle of writing to the file, so that only a connection that may write can repair
  /// it.
  public var needsRepair: Bool { Self.repairCodes.contains(code) }

  /// Whether a file that this error keeps from being opened may be read as it is.
  var allowsFreezing: Bool { isCantOpen || isFull || isReadOnly && !needsRepair && !isMoved }

  /// The message, the code, and the SQL.
  public var description: String {
    "\(message) (SQLite \(code))" + (sql.map { " in: \($0)" } ?? "")
  }

  /// The changes so far have been rolled back, and the transaction can't continue.
  static func transactionLost(_ sql: String? = nil) -> DatabaseError {
    // SQLITE_ABORT_ROLLBACK, a macro that Swift does not import.
    DatabaseError(
      code: SQLITE_ABORT | 2 << 8, message: "the transaction has been rolled back by an earlier error", sql: sql)
  }

  /// The file is damaged in a way that SQLite does not notice; `message` says how.
  public static func damaged(_ message: String) -> DatabaseError {
    DatabaseError(code: SQLITE_CORRUPT, message: message)
  }

  /// Another program has a log open that must be emptied first.
  static let logHeld = DatabaseError(code: SQLITE_BUSY, message: "another program has the log open")

  /// The log of a damaged file is not empty: it would be read as the log of the new content.
  static let logOfDamaged = DatabaseError(
    code: SQLITE_ERROR, message: "the log next to it may belong to the file that was there before")

  /// Another connection holds the lock, and this one no longer waits.
  static let lockGivenUp = DatabaseError(code: SQLITE_BUSY, message: "the wait for the lock was given up")

  /// The caller of the write has ended it.
  static let stopped = DatabaseError(code: SQLITE_INTERRUPT, message: "it was stopped")

  /// The connection has been closed.
  static let closed = DatabaseError(code: SQLITE_MISUSE, message: "the connection is closed")
}
