// What the values of a column are, taken together.

/// The values of one column, as far as a pass through its rows has come.
public struct ColumnProfile: Hashable, Sendable {
  /// Whether so many values differ, or more.
  public enum Distinctness: Hashable, Sendable {
    /// So many there are.
    case exact
    /// Some long blobs of one size were counted as one.
    case atLeast
    /// No more values are told apart.
    case more
  }

  /// A value, and how often it occurs.
  public struct Common: Hashable, Sendable {
    /// The value.
    public var value: Excerpt
    /// How often it occurs.
    public var count: Int
  }

  /// How many values lie in each part of their range.
  public struct Histogram: Hashable, Sendable {
    /// What is counted of a value.
    public enum Measure: Hashable, Sendable {
      /// Itself: it is a number.
      case value
      /// The characters of a text.
      case characters
      /// The bytes of a blob.
      case bytes
    }

    /// One bar of a histogram.
    public struct Bar: Hashable, Sendable {
      /// The part of the range: `7`, `10 to 19`; of real numbers the end is no part of it.
      public var label: String
      /// How many values lie in it.
      public var count: Int
    }

    /// What the bars measure.
    public var measure: Measure
    /// The bars, the least values first.
    public var bars: [Bar]
  }

  /// How many rows there are.
  public var rows = 0
  /// How many records hold NULL.
  public var nulls = 0
  /// Texts and blobs of no bytes.
  public var empties = 0
  /// How many values differ, in class or bytes; NULL is none of them.
  public var distinct = 0
  /// What the number of different values says.
  public var distinctness = Distinctness.exact
  /// In SQLite's order, texts byte by byte as the file has them; `nil` where there is no value, or a long blob may come first.
  public var least: Excerpt?
  /// The greatest value, in SQLite's order; `nil` where it isn't known.
  public var greatest: Excerpt?
  /// The values that occur most often, the most common first. Each is counted whole.
  public var common: [Common] = []
  /// Whether one that is as common may be missing, or be no single value.
  public var isCommonPartial: Bool { distinctness != .exact }
  /// `nil` where all values are in one place.
  public var histogram: Histogram?
  /// Whether all rows have been seen.
  public var isWhole = false
  /// How far the pass has come, where that is known.
  public var percent: Int?
  /// What `CommitWatch` had counted when the pass began.
  var commits = 0
}
