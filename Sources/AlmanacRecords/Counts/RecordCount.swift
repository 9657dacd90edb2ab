// How many records there are, as far as that is known.

/// A count that comes late: unknown at first, current once counted, kept current by what our own commits say of
/// themselves, and not current while another process's commits are being counted.
public struct RecordCount: Hashable, Sendable {
  /// The last whole count; `nil` until there is one. A partial count is never shown as the whole.
  public var value: Int?
  /// Whether `value` tells how many there are now.
  public var isCurrent: Bool
  /// The count that runs, if it has taken long enough to tell of.
  public var progress: Progress?

  /// How far a count has come.
  public struct Progress: Hashable, Sendable {
    public var found: Int
    /// From 0 to 100.
    public var percent: Int

    public init(found: Int, percent: Int) {
      self.found = found
      self.percent = percent
    }
  }

  /// Nothing is known yet.
  public static let unknown = RecordCount(value: nil, isCurrent: false)

  public init(value: Int?, isCurrent: Bool, progress: Progress? = nil) {
    self.value = value
    self.isCurrent = isCurrent
    self.progress = progress
  }
}
