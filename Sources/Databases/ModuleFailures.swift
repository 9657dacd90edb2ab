// Failures of virtual tables that SQLite reports only to its log.
//
// The module of a virtual table compiles statements of its own. If one names a missing function or table, the caller
// gets an SQL logic error, and only the log of the process says what is missing.

import CSQLite
import Locks

/// The last statement of a module that SQLite could not compile, on each thread.
enum ModuleFailures {
  private final class Last {
    var message: String?
  }

  private static let place = ThreadPlace<Last>()

  /// Has SQLite tell of them from now on. Where the process has used SQLite before, it tells its own log, if any: then
  /// nothing is known of them.
  static let areHeard: Bool =
    csqlite_log_to { _, code, text in
      guard code == SQLITE_ERROR, let text else { return }
      let line = String(cString: text)
      // `no such function: unzip in "SELECT …`. Of a statement that fails later, the log has the outer one too.
      guard !line.hasPrefix("statement aborts"), let end = line.firstRange(of: " in \"") else { return }
      ModuleFailures.place.keep { Last() }
      ModuleFailures.place.current?.message = String(line[..<end.lowerBound])
    } == SQLITE_OK

  /// The messages that SQLite logged on this thread since the last call.
  static func take() -> String? {
    defer { place.current?.message = nil }
    return place.current?.message
  }
}
