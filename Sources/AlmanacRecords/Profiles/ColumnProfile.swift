// A summary of the values of a column.

/// A summary of the values of one column, after a whole pass through its rows or a part.
public struct ColumnProfile: Hashable, Sendable {
  /// How exact the number of different values is.
  public enum Distinctness: Hashable, Sendable {
    /// It is exact.
    case exact
    /// It is at least this: long blobs of one size were counted as one.
    case atLeast
    /// It is more than this: further values were not counted.
    case more
  }

  /// A value and its number of occurrences.
  public struct Common: Hashable, Sendable {
    /// The value.
    public var value: Excerpt
    /// The number of occurrences.
    public var count: Int
  }

  /// The number of values in each part of their range.
  public struct Histogram: Hashable, Sendable {
    /// The measured quantity of a value.
    public enum Measure: Hashable, Sendable {
      /// The number itself.
      case value
      /// The number of characters of a text.
      case characters
      /// The number of bytes of a blob.
      case bytes
    }

    /// One bar of a histogram.
    public struct Bar: Hashable, Sendable {
      /// The part of the range: `7`, `10 to 19`; for real numbers without the end.
      public var label: String
      /// The number of values in it.
      public var count: Int
    }

    /// The measured quantity.
    public var measure: Measure
    /// The bars in ascending order.
    public var bars: [Bar]
  }

  /// The number of rows.
  public var rows = 0
  /// The number of rows with NULL.
  public var nulls = 0
  /// The number of texts and blobs without bytes.
  public var empties = 0
  /// The number of values that differ in class or bytes, without NULL.
  public var distinct = 0
  /// How exact the number of different values is.
  public var distinctness = Distinctness.exact
  /// The least value in SQLite's order, texts compared by their stored bytes. Nil without values, or if a long blob may
  /// be less.
  public var least: Excerpt?
  /// The greatest value in SQLite's order; nil if it is unknown.
  public var greatest: Excerpt?
  /// The most frequent values, the most frequent first. Each count is complete.
  public var common: [Common] = []
  /// Whether an equally frequent value may be missing, or an entry may combine several values.
  public var isCommonPartial: Bool { distinctness != .exact }
  /// The histogram; nil if all values fall into one bar.
  public var histogram: Histogram?
  /// Whether all rows were read.
  public var isWhole = false
  /// The progress of the pass in percent, if known.
  public var percent: Int?
  /// The count of the `CommitWatch` when the pass began.
  var commits = 0
}
