// Waits for locks, and gives up when the result is no longer wanted.

import CSQLite
import Glibc

/// How a connection waits for locks, and what ends its work.
struct Waits {
  /// Whether SQLite itself waits. False while the writer waits outside SQLite (see `Writer.waitingForLock`).
  var areInSQLite = true
  /// SQLite's own wait for the current lock.
  var lock: LockWait?
  /// Set while a read that can be cancelled runs.
  var cancellation: CancellationFlag?
  /// The flag of the work that asked for the current write transaction; it may make the wait for locks give up.
  var writeFlag: CancellationFlag?
  /// The flag that ends the current write transaction and its commit's wait for locks.
  var interruption: CancellationFlag?
}

extension Database {
  func installBusyHandler() {
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        return Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().waitForLock(attempt: Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func waitForLock(attempt: Int) -> Bool {
    // Once rows have changed, it is the commit that waits, for readers in rollback mode.
    guard waits.areInSQLite || tracker?.hasChanges == true else { return false }
    if attempt == 0 { waits.lock = nil }
    let flag = waits.writeFlag ?? waits.cancellation
    let wait = waits.lock ?? LockWait(lockWaits, flag?.work ?? .read)
    waits.lock = wait
    guard !endsWaiting, flag?.isGivenUp != true, let pause = wait.nextPause() else { return false }
    usleep(UInt32(clamping: pause.components.attoseconds / 1_000_000_000_000))
    return !endsWaiting
  }

  private var endsWaiting: Bool { isCancelled || waits.interruption?.isSet == true }

  /// Runs `body`. Throws `CancellationError` if the flag is set while it runs or waits for a lock; if the flag is given
  /// up, throws as soon as it waits for a lock.
  package func withCancellation<R>(_ flag: CancellationFlag?, _ body: () throws -> R) throws -> R {
    waits.cancellation = flag
    defer { (waits.cancellation, waits.lock) = (nil, nil) }
    do {
      return try body()
    } catch let error where flag?.isSet == true && error.endsCancelledWork {
      throw CancellationError()
    }
  }

  func installProgressHandler() {
    // A thousand operations take some tens of microseconds.
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        // A running statement has its lock.
        if database.waits.lock != nil { database.waits.lock = nil }
        return database.isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Error {
  /// Whether cancelled work ends with this error.
  var endsCancelledWork: Bool {
    if let error = self as? DatabaseError { error.isInterrupted || error.isBusy } else { self is CancellationError }
  }
}
