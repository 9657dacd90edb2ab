import Glibc

/// The write-ahead log that lay beside a file when it was opened.
struct LeftLog: Sendable {
  private let path: String
  private let size: off_t
  private let seconds: time_t
  private let nanoseconds: Int

  /// The log of the file at `path`, beside the file itself, not a link to it; `nil` if there is none, or that can't be
  /// found out.
  init?(_ path: String) {
    guard let place = try? FileCalls.resolved(path) else { return nil }
    self.init(log: place + "-wal")
  }

  private init?(log: String) {
    guard let status = try? FileCalls.statusIfThere(log) else { return nil }
    path = log
    // Not the time of its last change of status: for root, SQLite sets the owner whenever it opens a log.
    (size, seconds, nanoseconds) = (status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Whether it certainly lies there as it was. If a program that had the file open has written to it since, the log is
  /// worked into the file as that program would have done.
  var isUnchanged: Bool {
    guard let now = LeftLog(log: path) else { return false }
    return now.size == size && now.seconds == seconds && now.nanoseconds == nanoseconds
  }
}
