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
  /// Whether it still stands where it was opened; `nil` in memory.
  let presence: FilePresence?

  /// Throws when the file must exist and does not. `patience` is how long a lock is waited for, `nil` without end;
  /// `statusChanged` hears of each change of the status.
  init(
    _ storage: SQLiteConnection.Storage, mustExist: Bool, patience: Duration? = .seconds(5),
    statusChanged: (@Sendable (FileStatus) -> Void)? = nil
  ) throws {
    board = StatusBoard(changed: statusChanged)
    lockWaits = LockWaits(patience: patience, board: board)
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
      presence: presence, trace: trace)
    try database.runInternal("PRAGMA foreign_keys=ON")
    return database
  }

  /// Where the file at `path` is, links followed; `path` itself where that can't be found out.
  static func place(of path: String) -> String { (try? FileCalls.resolved(path)) ?? path }

  /// What the system says of one of the files that SQLite keeps beside the database; `nil` where it is not there. Throws
  /// where that can't be found out.
  func companionStatus(_ suffix: String) throws(SystemCallError) -> stat? {
    guard let path else { return nil }
    return try FileCalls.statusIfThere(FileCalls.resolved(path) + suffix)
  }

  private static func immutableURI(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri = Array("file:".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        uri.append(byte)
      default:
        uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }
}

extension SQLiteConnection {
  /// Whether something stands in the write-ahead log of the file at `path`: beside the file itself, not a link to it.
  /// Throws where that can't be found out.
  public static func hasLog(path: String) throws(SystemCallError) -> Bool {
    let log = try FileCalls.statusIfThere(FileCalls.resolved(path) + "-wal")
    return log.map { $0.st_size > 0 } ?? false
  }
}
