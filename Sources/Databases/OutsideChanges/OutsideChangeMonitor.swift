// Detects, on a thread of its own, when another process may have changed a database file.
//
// The cycle: the kernel reports that a file of the database was touched -> `look` is called at once, and again at
// growing intervals, because the report comes before the commit is visible -> then every two seconds until the next
// report.

import Glibc

/// The result of a look at the database.
enum LookResult: Sendable {
  /// No other program has committed since the last look.
  case unchanged
  /// No other program has committed, and a state of the file is held, which a checkpoint may wait for.
  case holding
  /// Another program has committed, or that can't be found out; it has been reported.
  case changed
  /// A connection holds the lock. The look is repeated until it succeeds.
  case busy
  /// Another program is copying pages into the file. They are read when it pauses, or after a second at the latest.
  case copying
  /// A transaction of another program, which keeps readers out, has written pages. Its end tells whether they count:
  /// until then nothing has changed.
  case uncommitted
  /// No other program has committed, and our own write is running: each of its pages brings a report, which means
  /// nothing.
  case writing
  /// SQLite has found the file damaged.
  case damaged
}

/// Watches the files of one database and calls for a look whenever another process may have committed.
///
/// `look` runs on the monitor's own thread, one call at a time. While the files are not touched it runs every two
/// seconds, to find what no file shows: that another program waits. On file systems whose changes the kernel does not
/// report it runs every 250 ms.
final class OutsideChangeMonitor: Sendable {
  /// How the monitor learns that a look is due.
  enum Trigger: Sendable, Equatable {
    /// The kernel reports each touch of the files: looks without a report are rare.
    case events
    /// The kernel reports nothing here: look every 250 ms.
    case interval
  }

  private let loop: OutsideChangeLoop

  /// Starts to watch the database file at `path`, which must exist. A symbolic link is followed, also when it changes
  /// to another file or replaces a file.
  ///
  /// Throws `SystemCallError` if there is no such file, or the system has no descriptor or thread left.
  ///
  /// `trigger` says how it learns of changes; nil means the best that the file system allows. `firstLook`: the wait
  /// before the first look, if nothing touches the file.
  init(
    path: String, trigger: Trigger? = nil, firstLook: Duration = .zero, look: @escaping @Sendable () -> LookResult
  ) throws {
    loop = try OutsideChangeLoop(path: path, trigger: trigger, firstLook: firstLook, look: look)
    try loop.start()
  }

  deinit { stop() }

  /// The trigger in use: also `.interval` if events were wanted but the system had no watch left.
  var trigger: Trigger { loop.trigger }

  /// Ends the watch. When it returns, `look` is not running and never runs again. If `look` itself calls this, that
  /// call is the last. A second call does nothing.
  func stop() { loop.stop() }

  /// Ends the watch without waiting: a running call of `look` continues, and is the last.
  func abandon() { loop.stop(waits: false) }

  /// The trigger that the file system of the file at `path` allows.
  static func trigger(forFileAt path: String) -> Trigger {
    (try? FileCalls.fileSystem(path))?.hidesChangesOfOthers == true ? .interval : .events
  }
}
