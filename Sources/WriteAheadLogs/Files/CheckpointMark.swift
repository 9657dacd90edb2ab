// Detects that a checkpoint has written the file.

/// The state of checkpoints in the log's index. In write-ahead mode SQLite writes the file only in checkpoints.
public struct CheckpointMark: Equatable {
  private let salts: UInt64
  private let backfilled: UInt32
  private let attempted: UInt32
  /// Whether the log has commits that the file does not have.
  public let hasMoreThanFile: Bool

  /// Whether a checkpoint has begun and not ended. Its program may have died.
  public var isUnderWay: Bool { backfilled != attempted }

  /// Reads the state; nil if there is no log, or its index is being written.
  public init?(_ files: some PageFiles) {
    guard let index = LogIndex(files) else { return nil }
    (salts, backfilled, attempted) = (index.salts, index.backfilled, index.attempted)
    hasMoreThanFile = index.backfilled < index.frameCount
  }
}
