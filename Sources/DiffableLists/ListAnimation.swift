// How a change is shown.

/// Whether changes are shown for a moment.
public enum ListAnimation: Hashable, Sendable {
  case none
  case `default`
}
