// A value that is read in the background.

/// A value that takes long to read from a large book. It is unknown at first, and current once read. Our own commits
/// keep it current if they tell their effect; otherwise it is not current until it is read again.
public struct LateValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The last whole value; nil until there is one. A part is never shown as the whole.
  public var value: Value?
  /// Whether `value` matches the present content of the book.
  public var isCurrent: Bool
  /// The progress of a read, once the read takes long enough to show it.
  public var progress: Progress?

  /// The progress of a read.
  public struct Progress: Hashable, Sendable {
    /// The number of records found.
    public var found: Int
    /// The progress in percent, from 0 to 100.
    public var percent: Int
    /// The part found so far, if it may be shown as a part.
    public var part: Value?

    /// Makes the progress of a read.
    public init(found: Int, percent: Int, part: Value? = nil) {
      (self.found, self.percent, self.part) = (found, percent, part)
    }
  }

  /// The unknown value.
  public static var unknown: LateValue { LateValue(value: nil, isCurrent: false) }

  /// Makes a value; nil if none is known yet.
  public init(value: Value?, isCurrent: Bool, progress: Progress? = nil) {
    self.value = value
    self.isCurrent = isCurrent
    self.progress = progress
  }
}
