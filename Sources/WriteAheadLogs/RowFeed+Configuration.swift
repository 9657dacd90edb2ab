// The limits of a feed.

extension RowFeed {
  /// The limits of a feed.
  public struct Configuration: Sendable {
    /// The maximum number of frames in the log with which the feed holds a read transaction between looks.
    public var frameLimit: Int
    /// The maximum number of frames between two looks with which it holds one: a faster writer is not held up.
    public var busyLimit: Int
    /// The maximum number of commits that one look reports singly. If there are more, neighbouring ones are joined.
    public var commitLimit: Int
    /// The maximum number of bytes of values in one look. A commit beyond it is unknown.
    public var valueLimit: Int
    /// The largest file, in bytes, that the feed copies privately if there is no log. 0: none.
    public var shadowLimit: Int
    /// The maximum number of pages that the feed reads to find the rows that overflow pages belong to. It does so once,
    /// and only if an overflow page was written without its row.
    public var scanLimit: Int

    /// Makes the limits of a feed.
    public init(
      frameLimit: Int = 4_000, busyLimit: Int = 256, commitLimit: Int = 64, valueLimit: Int = 64 << 20,
      shadowLimit: Int = 64 << 20,
      scanLimit: Int = 1 << 18
    ) {
      self.frameLimit = frameLimit
      self.busyLimit = busyLimit
      self.commitLimit = commitLimit
      self.valueLimit = valueLimit
      self.shadowLimit = shadowLimit
      self.scanLimit = scanLimit
    }
  }
}
