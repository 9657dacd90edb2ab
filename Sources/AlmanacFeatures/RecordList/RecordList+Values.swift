// What the state of a list is made of: why a record is looked up, counts that stand still.
public import AlmanacRecords

extension RecordList {
  /// What for the place of a record is looked up.
  public enum Lookup: Hashable, Sendable {
    /// The cursor follows it: it has left the rows at hand, or is the newest.
    case following
    /// The person asked for it, and keys wait until the cursor is there.
    case reveal(isNew: Bool)
  }

  /// Counts that stand still.
  public struct PausedCounts: Hashable, Sendable {
    public var total: RecordCount
    public var hits: RecordCount
  }
}

extension RecordList.State {
  /// Whether the rows stay as they are, whatever is written.
  public var isPaused: Bool { pausedCounts != nil }
  /// The counts to show: as they are, or as they were when the list began to stand still.
  public var shownTotal: RecordCount { pausedCounts?.total ?? total }
  public var shownHits: RecordCount { pausedCounts?.hits ?? hits }
}
