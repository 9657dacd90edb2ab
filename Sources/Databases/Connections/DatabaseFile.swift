// The file behind a connection: where it is, and how it is opened.

import CSQLite
import Glibc

/// The location of a database, checked before SQLite sees it.
struct DatabaseFile: Sendable {
  /// The path for SQLite, which never looks like a URI or the name for memory; nil: in memory, or temporary.
  let path: String?
  /// The name for SQLite if there is no path: it makes a temporary file if the name is empty.
  private let pathless: String
  /// The reason why a file in WAL mode can't be opened normally: its folder is read-only, or there is no space for its
  /// log's index. The file is then read as it is, and never watched for changes.
  var frozenBy: DatabaseError?
  var isImmutable: Bool { frozenBy != nil }

  /// The status of the connection and its file.
  let board: StatusBoard
  /// The locks of others that this file's connections wait for.
  let lockWaits: LockWaits
  /// The file system that the connections use.
  let fileSystem: ShortSleeps
  /// Whether the opened file is still at its path; nil in memory.
  let presence: FilePresence?

  /// Throws if the file must exist and does not. `patience` is how long to wait for a lock, nil: forever.
  /// `statusChanged` is called after each change of the status.
  init(
    _ storage: SQLiteConnection.Storage, mustExist: Bool, patience: Duration? = .seconds(5),
    statusChanged: (@Sendable (FileStatus) -> Void)? = nil
  ) throws {
    board = StatusBoard(changed: statusChanged)
    lockWaits = LockWaits(patience: patience, board: board)
    fileSystem = try ShortSleeps(lockWaits)
    pathless = storage == .temporary ? "" : ":memory:"
    guard case .file(let path) = storage else {
      (self.path, presence) = (nil, nil)
      return
    }
    guard !path.isEmpty else {
      throw DatabaseError(code: SQLITE_CANTOPEN, message: "there is no file without a name")
    }
    let safe = path.hasPrefix("file:") || path == ":memory:" ? "./" + path : path
    self.path = safe
    presence = FilePresence(path: safe, board: board)
    guard mustExist else { return }
    do {
      _ = try FileCalls.status(safe)
    } catch {
      let message = error.saysThatNothingIsThere ? "there is no file \(path)" : "\(error)"
      throw DatabaseError(code: SQLITE_CANTOPEN, message: message)
    }
  }

  /// Opens a connection to the file.
  func open(
    flags: Int32, tracksChanges: Bool, trace: (@Sendable (String) -> Void)? = nil
  ) throws -> Database {
    let name: String
    var flags = flags
    if let path, isImmutable {
      name = Self.immutableURI(path)
      flags |= SQLITE_OPEN_URI
    } else {
      name = path ?? pathless
    }
    let database = try Database(
      path: name, flags: flags, tracksChanges: tracksChanges, lockWaits: lockWaits,
      fileSystem: fileSystem, presence: presence, trace: trace)
    // SQLite leaves foreign keys off unless a connection asks for them. They are on here, so that no change leaves a
    // row that references a missing one.
    try database.runInternal("PRAGMA foreign_keys=ON")
    return database
  }

  /// The size, in bytes, of a file that SQLite keeps next to the database at `path` (with links resolved); 0 if there
  /// is none. Throws if that can't be found out.
  static func companionSize(_ suffix: String, of path: String) throws(SystemCallError) -> Int {
    Int(try FileCalls.statusIfThere(FileCalls.resolved(path) + suffix)?.st_size ?? 0)
  }

  /// The URI of a path, opened as immutable. Three characters have a meaning in SQLite's URIs, and so have two slashes
  /// at the start, before a host name; all others are literal.
  private static func immutableURI(_ path: String) -> String {
    let escaped = path.unicodeScalars.map { scalar in
      "%?#".unicodeScalars.contains(scalar) ? "%" + String(scalar.value, radix: 16) : String(scalar)
    }
    return "file:" + (path.hasPrefix("/") ? "//" : "") + escaped.joined() + "?immutable=1"
  }
}

extension SQLiteConnection {
  /// Whether the file at `path` (with links resolved) has a write-ahead log that is not empty. Throws if that can't be
  /// found out.
  public static func hasLog(path: String) throws(SystemCallError) -> Bool {
    try DatabaseFile.companionSize("-wal", of: path) > 0
  }
}
