// Tells, by a thread of its own, when another process may have changed a database file.
//
// The cycle: the kernel reports that a file of the database was touched -> `look` is asked at once, and again at
// growing intervals, since the report comes before the commit can be seen -> then every two seconds until the next report.

import Glibc

/// What a look at the database found.
enum LookResult: Sendable {
  /// Nothing was committed elsewhere since the last look.
  case unchanged
  /// Nothing was committed elsewhere, and a state of the file is held, in which a checkpoint may wait for us.
  case holding
  /// Something was committed elsewhere, or that can't be found out: it has been passed on.
  case changed
  /// The look could not be done: a connection holds the lock. It is repeated until it can.
  case busy
  /// Another program copies pages into the file. They are read when it pauses, which it does within a second, or is taken
  /// to.
  case copying
  /// Pages of the file were written by a transaction of another program, which keeps readers out. Its end tells whether they
  /// count: until then nothing has changed.
  case uncommitted
  /// Nothing was committed elsewhere, and our own write is under way: each of its pages brings a report, and none of
  /// them says anything.
  case writing
  /// SQLite has found the file damaged.
  case damaged
}

/// Watches the files of one database and asks for a look whenever another process may have committed.
///
/// `look` runs on the monitor's own thread, one call at a time. While the files are not touched it runs every two seconds,
/// for what no file shows: that another program waits. On file systems whose changes the kernel does not report it runs
/// every 250 ms.
final class OutsideChangeMonitor: Sendable {
  /// How the monitor learns that it is time for a look.
  enum Trigger: Sendable, Equatable {
    /// The kernel reports each touch of the files: looks without one are rare.
    case events
    /// The kernel reports nothing here: look every 250 ms.
    case interval
  }

  private let loop: OutsideChangeLoop

  /// Starts to watch the database file at `path`, which must exist; a symbolic link is followed, also when it is turned
  /// to another file, or takes the place of a file.
  ///
  /// Throws `SystemCallError` when there is no such file, or when the system has no descriptor or thread to give.
  ///
  /// `trigger` says how it learns of changes; `nil` means what the file system allows. `firstLook`: the wait before the
  /// first look, if nothing touches the file.
  init(
    path: String, trigger: Trigger? = nil, firstLook: Duration = .zero, look: @escaping @Sendable () -> LookResult
  ) throws {
    loop = try OutsideChangeLoop(path: path, trigger: trigger, firstLook: firstLook, look: look)
    try loop.start()
  }

  deinit { stop() }

  /// What the monitor goes by: `.interval` also where events were wanted and the system had no watch to give.
  var trigger: Trigger { loop.trigger }

  /// Ends the watch. When it returns, `look` is not running and never will again; unless it is `look` itself that
  /// calls, whose call is then the last. A second call does nothing.
  func stop() { loop.stop() }

  /// Ends the watch without waiting: a call of `look` that is under way ends when it ends, and is the last.
  func abandon() { loop.stop(waits: false) }

  /// What the file system of the file at `path` allows.
  static func trigger(forFileAt path: String) -> Trigger {
    (try? FileCalls.fileSystem(path))?.hidesChangesOfOthers == true ? .interval : .events
  }
}
