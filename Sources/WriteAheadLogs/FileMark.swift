// What moves when a file is written.

/// Numbers that differ after a commit, whatever the journal mode.
struct FileMark: Equatable {
  private let index: LogIndex.Header?
  private let header: DatabaseHeader?
  private let size: Int?
  /// Whether the file has a log.
  var hasLog: Bool { index != nil }
  /// The count of commits, of the log's index or of the file's header.
  let changeCounter: UInt32

  init(_ files: any PageFiles) {
    index = LogIndex.header(files)
    header = try? DatabaseHeader(files)
    size = files.databaseSize
    changeCounter = index.map { UInt32(truncatingIfNeeded: $0[1]) } ?? header?.changeCounter ?? 0
  }
}
