// The file behind a connection: where it is, and how it is opened.

import CSQLite
import Glibc

/// The place of a database, checked before SQLite sees it.
struct DatabaseFile: Sendable {
  /// The path as SQLite gets it: never one that it would take for a URI or for memory. `nil`: in memory, or temporary.
  let path: String?
  /// Where there is no path, what SQLite gets instead: it makes a temporary file where the name is empty.
  private let pathless: String
  /// What keeps a file in WAL mode from being opened as it should: its folder can't be written, or there is no room for
  /// the index of its log. It is read as it stands and never looked at again.
  var frozenBy: DatabaseError?
  var isImmutable: Bool { frozenBy != nil }

  /// How it stands between the connections and the file.
  let board: StatusBoard
  /// The locks of others that the connections to it wait for.
  let lockWaits: LockWaits
  /// What the connections reach it by.
  let fileSystem: ShortSleeps
  /// Whether it still stands where it was opened; `nil` in memory.
  let presence: FilePresence?

  /// Throws when the file must exist and does not. `patience` is how long to wait for a lock, `nil` without end;
  /// `statusChanged` hears of each change of the status.
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
    // SQLite leaves them off unless a connection asks for them. What a schema declares holds here as in the program that
    // made the file: no change leaves a record that names one that is not there.
    try database.runInternal("PRAGMA foreign_keys=ON")
    return database
  }

  /// The size of a file that SQLite keeps beside the database at `path` (beside the file itself, not a link to it), in
  /// bytes; 0 where there is none. Throws where that can't be found out.
  static func companionSize(_ suffix: String, of path: String) throws(SystemCallError) -> Int {
    Int(try FileCalls.statusIfThere(FileCalls.resolved(path) + suffix)?.st_size ?? 0)
  }

  /// Three characters mean something in SQLite's URIs, and so do two slashes at the start, before the name of a host; all
  /// others stand for themselves.
  private static func immutableURI(_ path: String) -> String {
    let escaped = path.unicodeScalars.map { scalar in
      "%?#".unicodeScalars.contains(scalar) ? "%" + String(scalar.value, radix: 16) : String(scalar)
    }
    return "file:" + (path.hasPrefix("/") ? "//" : "") + escaped.joined() + "?immutable=1"
  }
}

extension SQLiteConnection {
  /// Whether something stands in the write-ahead log of the file at `path`: beside the file itself, not a link to it.
  /// Throws where that can't be found out.
  public static func hasLog(path: String) throws(SystemCallError) -> Bool {
    try DatabaseFile.companionSize("-wal", of: path) > 0
  }
}
