/// Which records have come to a list of which only a window is at hand: those above it are known by their identities.
public struct ListArrivals<ID: Hashable> {
  /// The records above the window's end, in the window or before it, that came after some moment: one at which
  /// `newAbove` was 0.
  public var ids: Set<ID>
  /// Whether these are all; otherwise they are the latest.
  public var isComplete: Bool

  /// Names arrivals.
  public init(_ ids: Set<ID>, isComplete: Bool = true) {
    self.ids = ids
    self.isComplete = isComplete
  }
}

extension ListArrivals: Equatable {}
extension ListArrivals: Sendable where ID: Sendable {}
