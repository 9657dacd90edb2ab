// Detects that a file was written.

/// Numbers that differ after a commit, in any journal mode.
struct FileMark: Equatable {
  private let index: LogIndex.Header?
  private let header: DatabaseHeader?
  private let size: Int?
  /// Whether the file's header can't be read: it is then unknown whether there were commits.
  let isUnreadable: Bool
  /// Whether the file does not begin like a database. It may have been overwritten within a read transaction, which saw
  /// it before: only the next one notices.
  private let isNoDatabase: Bool
  /// Whether the file has a log.
  var hasLog: Bool { index != nil }
  /// The commit count of the log's index or of the file's header.
  let changeCounter: UInt32

  init(_ files: any PageFiles) {
    index = LogIndex.header(files)
    let read = Result { () throws(UnknownReason) in try DatabaseHeader(files) }
    header = try? read.get()
    isUnreadable = if case .failure(.unreadable) = read { true } else { false }
    isNoDatabase = if case .failure(.damaged) = read { true } else { false }
    size = files.databaseSize
    changeCounter = index.map { UInt32(truncatingIfNeeded: $0[1]) } ?? header?.changeCounter ?? 0
  }

  /// Whether there may have been commits since `mark` was taken.
  func isNews(since mark: FileMark) -> Bool { isUnreadable || isNoDatabase || self != mark }
}
