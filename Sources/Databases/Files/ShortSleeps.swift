// Limits how long SQLite sleeps while it tries to lock a log.

import CSQLite
import Glibc
import Locks

/// SQLite's own file system with shorter sleeps, for the connections of one database.
///
/// SQLite tries a hundred times for the locks of a log, and sleeps ten seconds in all between the attempts, without
/// learning more about why they fail. Nothing can end these sleeps, so a person could not leave meanwhile. Here a
/// hundred attempts take two seconds, and almost none once the database has waited long enough in vain.
final class ShortSleeps: @unchecked Sendable {
  /// SQLite receives a pointer to its first member.
  private struct System {
    var base: sqlite3_vfs
    let below: UnsafeMutablePointer<sqlite3_vfs>
    unowned let waits: LockWaits
  }

  private static let lastNumber = Lock(0)
  /// The longest sleep.
  private static let longest = Duration.milliseconds(25)

  private let system: UnsafeMutablePointer<System>
  /// Every connection keeps this object alive, and so the waits exist for as long as SQLite may call it.
  private let waits: LockWaits

  /// Registers it with SQLite, under a name of its own, by which SQLite finds it when it attaches a file. Throws
  /// `DatabaseError`.
  init(_ waits: LockWaits) throws {
    _ = ModuleFailures.areHeard
    guard sqlite3_initialize() == SQLITE_OK, let below = sqlite3_vfs_find(nil) else {
      throw DatabaseError(code: SQLITE_NOMEM, message: "there is not enough memory")
    }
    self.waits = waits
    let number = Self.lastNumber.withLock { number in
      number += 1
      return number
    }
    system = .allocate(capacity: 1)
    system.initialize(to: System(base: below.pointee, below: below, waits: waits))
    let base = UnsafeMutableRawPointer(system).assumingMemoryBound(to: sqlite3_vfs.self)
    base.pointee.pNext = nil
    base.pointee.zName = UnsafePointer(strdup("almanac-\(number)"))
    base.pointee.xSleep = { system, microseconds in
      guard let system else { return 0 }
      let this = UnsafeMutableRawPointer(system).assumingMemoryBound(to: System.self)
      let wanted = min(.microseconds(microseconds), ShortSleeps.longest)
      let allowed = this.pointee.waits.sleep(wanted)
      let below = this.pointee.below
      return allowed > .zero ? below.pointee.xSleep(below, Int32(allowed / .microseconds(1))) : 0
    }
    sqlite3_vfs_register(base, 0)
  }

  deinit {
    let base = UnsafeMutableRawPointer(system).assumingMemoryBound(to: sqlite3_vfs.self)
    sqlite3_vfs_unregister(base)
    free(UnsafeMutablePointer(mutating: base.pointee.zName))
    system.deinitialize(count: 1)
    system.deallocate()
  }

  /// Its name in SQLite.
  var name: UnsafePointer<CChar>? {
    UnsafeMutableRawPointer(system).assumingMemoryBound(to: sqlite3_vfs.self).pointee.zName
  }
}
