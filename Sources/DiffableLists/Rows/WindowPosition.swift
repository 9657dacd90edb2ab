// Where the rows at hand lie in the whole list, and which others are wanted.

/// Where the rows of a window lie in the whole list.
public struct WindowPosition: Hashable, Sendable {
  /// Whether the window's first row is the list's first.
  public var reachesStart: Bool
  /// Whether the window's last row is the list's last.
  public var reachesEnd: Bool
  /// The number of rows before the window, if known; 0 where it reaches the start.
  public var above: Int?
  /// The number of rows after the window, if known; 0 where it reaches the end.
  public var below: Int?
  /// Whether rows are still being found: those that come to these were there before, and are no arrivals.
  public var isPartial: Bool

  /// Makes a position. A count is set to 0 on a side that the window reaches.
  public init(reachesStart: Bool, reachesEnd: Bool, above: Int? = nil, below: Int? = nil, isPartial: Bool = false) {
    self.isPartial = isPartial
    self.reachesStart = reachesStart
    self.reachesEnd = reachesEnd
    self.above = reachesStart ? 0 : above
    self.below = reachesEnd ? 0 : below
  }

  /// The rows at hand are the whole list.
  public static let whole = WindowPosition(reachesStart: true, reachesEnd: true)
}

/// Which side of a row is wanted most.
public enum WindowDirection: Hashable, Sendable {
  /// Towards the start, towards the end, or both ways.
  case above, below, both
}

/// Which rows the list needs next.
///
/// A window that answers `around` holds at least two screens of rows on either side of the row named, and more in the
/// direction; one screen is the least that works. Where that row is gone, the window lies around the place that its
/// sort key has.
public enum WindowNeed<ID: Hashable>: Hashable {
  /// The first rows of the list.
  case start
  /// The last rows of the list.
  case end
  /// Rows beside the one with this identity.
  case around(ID, WindowDirection)
}

extension WindowNeed: Sendable where ID: Sendable {}
