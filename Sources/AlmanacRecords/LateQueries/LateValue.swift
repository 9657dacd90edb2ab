// A value that comes late, as far as it is known.

/// A value that takes long to read of a large book, and comes late: unknown at first, current once read, kept current
/// by what our own commits say of themselves where that will do, and not current while it is read again.
public struct LateValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The last whole value; `nil` until there is one. A part is never shown as the whole.
  public var value: Value?
  /// Whether `value` is what the book holds now.
  public var isCurrent: Bool
  /// The read that runs, if it has taken long enough to tell of.
  public var progress: Progress?

  /// How far a read has come.
  public struct Progress: Hashable, Sendable {
    /// How many records it has found.
    public var found: Int
    /// From 0 to 100.
    public var percent: Int
    /// What has been found so far, where that may be shown as a part.
    public var part: Value?

    /// Tells how far a read is.
    public init(found: Int, percent: Int, part: Value? = nil) {
      (self.found, self.percent, self.part) = (found, percent, part)
    }
  }

  /// Nothing is known yet.
  public static var unknown: LateValue { LateValue(value: nil, isCurrent: false) }

  /// Makes a value, or says that none is known yet.
  public init(value: Value?, isCurrent: Bool, progress: Progress? = nil) {
    self.value = value
    self.isCurrent = isCurrent
    self.progress = progress
  }
}
