// What the state of a list is made of: wishes that its pane grants, what keys wait for, counts that stand still.
public import AlmanacRecords

extension RecordList {
  /// A wish to see a record; each is another, also for the same record.
  public struct Reveal: Hashable, Sendable {
    public var number: Int
    public var id: Int
    public var key: RowKey
    /// Whether it has just been added or brought back, and is marked as such.
    public var isNew: Bool
    /// Whether keys wait until the cursor is on it.
    var isAwaited: Bool
  }

  /// A wish to mark records, or to take their marks away.
  enum Marking: Hashable, Sendable {
    /// All that a list showed.
    case mark([Int], listedIn: ListQuery<Record>)
    /// They are gone.
    case unmark([Int])
    /// The records are others now.
    case unmarkAll
  }

  /// What for the place of a record is looked up.
  public enum Lookup: Hashable, Sendable {
    /// The cursor follows it: it has left the rows at hand, or is the newest.
    case following
    /// Somebody asked for it, and keys wait until the cursor is there.
    case reveal(isNew: Bool)
  }

  /// What keys that are pressed now are to wait for, since they mean what comes of the keys before.
  enum Awaited: Hashable {
    case nothing
    /// A step that takes long: motions need not wait for it.
    case longStep
    /// The cursor, which is about to go to another record.
    case cursor
  }

  /// Counts that stand still.
  public struct PausedCounts: Hashable, Sendable {
    public var total: RecordCount
    public var hits: RecordCount
  }
}

extension RecordList.State {
  /// What keys that are pressed now are to wait for.
  var awaited: RecordList.Awaited { isRevealAwaited ? .cursor : awaitedStep }
  /// Whether the rows stay as they are, whatever is written.
  public var isPaused: Bool { pausedCounts != nil }
  /// The counts to show: as they are, or as they were when the list began to stand still.
  public var shownTotal: RecordCount { pausedCounts?.total ?? total }
  public var shownHits: RecordCount { pausedCounts?.hits ?? hits }
}
