// How to show a fetched change.

/// How to show the rows of a change: the value travels with the change to the code that draws.
public struct FetchAnimation: Hashable, Sendable {
  /// Whether to highlight changed rows for a moment.
  public var isMarked: Bool

  /// Makes an animation that highlights changed rows, or one that doesn't.
  public init(isMarked: Bool) { self.isMarked = isMarked }

  /// Highlights changed rows for a moment.
  public static let `default` = FetchAnimation(isMarked: true)
  /// Shows changed rows like the others.
  public static let none = FetchAnimation(isMarked: false)
}
