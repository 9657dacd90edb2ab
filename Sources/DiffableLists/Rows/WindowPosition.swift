// The position of the loaded rows in the whole list, and the rows that are needed.

/// The position of a window's rows in the whole list.
public struct WindowPosition: Hashable, Sendable {
  /// Whether the window's first row is the list's first.
  public var reachesStart: Bool
  /// Whether the window's last row is the list's last.
  public var reachesEnd: Bool
  /// The number of rows before the window, if known; 0 if it reaches the start.
  public var above: Int?
  /// The number of rows after the window, if known; 0 if it reaches the end.
  public var below: Int?
  /// Whether rows are still being loaded: further ones existed before, and do not count as arrivals.
  public var isPartial: Bool

  /// Makes a position. A count is set to 0 on a side that the window reaches.
  public init(reachesStart: Bool, reachesEnd: Bool, above: Int? = nil, below: Int? = nil, isPartial: Bool = false) {
    self.isPartial = isPartial
    self.reachesStart = reachesStart
    self.reachesEnd = reachesEnd
    self.above = reachesStart ? 0 : above
    self.below = reachesEnd ? 0 : below
  }

  /// The position of a whole list.
  public static let whole = WindowPosition(reachesStart: true, reachesEnd: true)
}

/// The side of a row that is needed most.
public enum WindowDirection: Hashable, Sendable {
  /// Towards the start, towards the end, or both ways.
  case above, below, both
}

/// The rows that the list needs next.
///
/// A window that answers `around` should hold at least two screens of rows on either side of the named row, and more in
/// the direction; one screen is the minimum. If that row is gone, the window should be around the place of its sort
/// key.
public enum WindowNeed<ID: Hashable>: Hashable {
  /// The first rows of the list.
  case start
  /// The last rows of the list.
  case end
  /// Rows around the one with this identity.
  case around(ID, WindowDirection)
}

extension WindowNeed: Sendable where ID: Sendable {}
