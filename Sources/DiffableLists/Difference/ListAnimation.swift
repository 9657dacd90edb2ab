// How to show a change.

/// Whether to highlight changes for a moment.
public enum ListAnimation: Hashable, Sendable {
  /// No change is highlighted.
  case none
  /// Changed rows are highlighted for a moment.
  case `default`
}
