/// The records that have come to a list with only a window loaded: those above it are known by identity only.
public struct ListArrivals<ID: Hashable> {
  /// The records above the window's end, in the window or before it, that came after some moment when `newAbove` was 0.
  public var ids: Set<ID>
  /// Whether these are all arrivals; otherwise they are the latest ones.
  public var isComplete: Bool

  /// Makes a set of arrivals.
  public init(_ ids: Set<ID>, isComplete: Bool = true) {
    self.ids = ids
    self.isComplete = isComplete
  }
}

extension ListArrivals: Equatable {}
extension ListArrivals: Sendable where ID: Sendable {}
