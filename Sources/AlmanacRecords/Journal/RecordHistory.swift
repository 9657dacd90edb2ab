// The changes of one record.

/// The changes of one record.
public struct RecordHistory: Equatable, Sendable {
  /// The newest changes, the newest first.
  public var newest: [JournalEntry] = []
  /// The number of older changes that are kept.
  public var olderCount = 0

  /// Makes a history without changes.
  public init() {}

  /// Entries are immutable: equal numbers mean equal histories.
  public static func == (a: Self, b: Self) -> Bool {
    a.olderCount == b.olderCount && a.newest.lazy.map(\.id).elementsEqual(b.newest.lazy.map(\.id))
  }

  init(newest: [JournalEntry], olderCount: Int) { (self.newest, self.olderCount) = (newest, olderCount) }
}
