// What tells that a checkpoint has written the file.

/// What SQLite's own writes of a file in write-ahead mode leave in the log's index: nothing else writes there.
public struct CheckpointMark: Equatable {
  private let salts: UInt64
  private let backfilled: UInt32
  private let attempted: UInt32
  /// Whether commits stand in the log that the file does not have.
  public let hasMoreThanFile: Bool

  /// Whether a checkpoint has begun that has not ended. Its program may have died.
  public var isUnderWay: Bool { backfilled != attempted }

  /// Reads it; `nil` where there is no log, or its index is being written.
  public init?(_ files: some PageFiles) {
    guard let index = LogIndex(files) else { return nil }
    (salts, backfilled, attempted) = (index.salts, index.backfilled, index.attempted)
    hasMoreThanFile = index.backfilled < index.frameCount
  }
}
