// How long SQLite sleeps while it tries for the locks of a log.

import CSQLite
import Glibc

/// SQLite's own file system with shorter sleeps.
///
/// SQLite tries a hundred times for the locks of a log, and sleeps ten seconds in all between the attempts, though it knows
/// no more about why they fail than at the first. Nothing ends these sleeps, so a person could not leave meanwhile.
enum ShortSleeps {
  /// Makes it the file system that SQLite opens files with.
  static func register() { _ = isRegistered }

  private static let isRegistered: Bool = {
    guard let below else { return false }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: below.pointee)
    system.pointee.pNext = nil
    system.pointee.zName = UnsafePointer(strdup("almanac"))
    system.pointee.xSleep = { _, microseconds in
      guard let below = ShortSleeps.below else { return 0 }
      return below.pointee.xSleep(below, min(microseconds, ShortSleeps.longest))
    }
    return sqlite3_vfs_register(system, 1) == SQLITE_OK
  }()

  /// The longest sleep, in microseconds: with it a hundred attempts take two seconds.
  private static let longest: Int32 = 25_000

  nonisolated(unsafe) private static let below = sqlite3_vfs_find(nil)
}
