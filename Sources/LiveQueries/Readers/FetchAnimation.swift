// How a fetched change is to be shown.

/// How the rows that a change brought are to be shown: it travels with the change to the code that draws.
public struct FetchAnimation: Hashable, Sendable {
  /// Whether changed rows are to be marked for a moment.
  public var isMarked: Bool

  /// Makes an animation that marks changed rows, or one that doesn't.
  public init(isMarked: Bool) { self.isMarked = isMarked }

  /// Changed rows are marked for a moment.
  public static let `default` = FetchAnimation(isMarked: true)
  /// Changed rows are shown like the others.
  public static let none = FetchAnimation(isMarked: false)
}
