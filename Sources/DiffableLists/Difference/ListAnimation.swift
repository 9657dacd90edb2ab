// How a change is shown.

/// Whether changes are shown for a moment.
public enum ListAnimation: Hashable, Sendable {
  /// No change is marked.
  case none
  /// Changed rows are marked for a moment.
  case `default`
}
