import Glibc

/// The write-ahead log that was next to a file when it was opened.
struct LeftLog: Sendable {
  private let path: String
  private let size: off_t
  private let seconds: time_t
  private let nanoseconds: Int

  /// The log of the file at `path` (with links resolved); nil if there is none, or that can't be found out.
  init?(_ path: String) {
    guard let place = try? FileCalls.resolved(path) else { return nil }
    self.init(log: place + "-wal")
  }

  private init?(log: String) {
    guard let status = try? FileCalls.statusIfThere(log) else { return nil }
    path = log
    // Not the change time: SQLite, run by root, sets the owner whenever it opens a log.
    (size, seconds, nanoseconds) = (status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Whether the log certainly is as it was. If a program that had the file open has written to it since, the log is
  /// checkpointed as that program would have done.
  var isUnchanged: Bool {
    guard let now = LeftLog(log: path) else { return false }
    return now.size == size && now.seconds == seconds && now.nanoseconds == nanoseconds
  }
}
