import CSQLite
import Glibc

/// One call of SQLite, or of ours, to the file system, and the error with which it fails.
public struct Fault: Sendable, Hashable, CustomStringConvertible {
  /// The calls of SQLite to a file or its folder.
  public enum Call: String, CaseIterable, Sendable {
    case open, header, read, shortRead, write, shortWrite, sync, truncate, delete, access, fileSize, lock, unlock
    case reservedLock, sharedMap, sharedLock, memory
    /// A call of ours to the system.
    case system
    /// Every call except those for memory: each fails with its own first error.
    case every
    /// Every lock.
    case everyLock

    /// Whether such a fault includes this call.
    func holds(_ call: Call) -> Bool {
      switch self {
      case .every: call != .memory
      case .everyLock: [.lock, .reservedLock, .sharedLock].contains(call)
      default: self == call
      }
    }

    /// The errors with which such a call can fail.
    public var codes: [Int32] {
      switch self {
      case .open: [SQLITE_CANTOPEN]
      case .header, .read, .shortRead: [SQLITE_IOERR | 1 << 8]
      case .write: [SQLITE_IOERR | 3 << 8, SQLITE_FULL]
      case .shortWrite: [SQLITE_FULL]
      case .sync: [SQLITE_IOERR | 4 << 8]
      case .truncate: [SQLITE_IOERR | 6 << 8]
      case .delete: [SQLITE_IOERR | 10 << 8]
      case .access: [SQLITE_IOERR | 13 << 8]
      case .fileSize: [SQLITE_IOERR | 7 << 8]
      case .lock: [SQLITE_IOERR | 15 << 8, SQLITE_BUSY]
      case .unlock: [SQLITE_IOERR | 8 << 8]
      case .reservedLock: [SQLITE_IOERR | 14 << 8]
      case .sharedMap: [SQLITE_IOERR | 21 << 8, SQLITE_NOMEM]
      case .sharedLock: [SQLITE_IOERR | 20 << 8, SQLITE_BUSY]
      case .memory: [SQLITE_NOMEM]
      case .system: [EIO]
      case .every: [SQLITE_IOERR]
      case .everyLock: [SQLITE_IOERR, SQLITE_BUSY]
      }
    }
  }

  public var call: Call
  /// SQLite's error code; for a call of ours, the system's.
  public var code: Int32
  /// The first call that fails, counted from 1.
  public var number: Int
  /// Whether all later calls of the kind fail too.
  public var lasts: Bool

  public init(_ call: Call, _ code: Int32, number: Int, lasts: Bool) {
    (self.call, self.code, self.number, self.lasts) = (call, code, number, lasts)
  }

  public var description: String { "\(call.rawValue) \(number) \(lasts ? "and later" : "once") error \(code)" }
}
