// Which child of several that a feature may have in one place.
import Observing

/// Which child it is: by its `id` where it has one, and by its case where it is one of several.
struct ChildIdentity: Equatable {
  private let id: AnyHashable
  private let name: String?

  /// `nil` where there is no child.
  init?<ChildState>(_ state: ChildState?) {
    guard let state else { return nil }
    if state is any CasePathable, let child = Mirror(reflecting: state).children.first {
      name = child.label
      id = Self.id(of: child.value)
    } else {
      // A case without a value is known by its own name.
      name = state is any CasePathable ? "\(state)" : nil
      id = Self.id(of: state)
    }
  }

  /// Whether a child is none any more, or another one.
  static func isGone<ChildState>(_ before: ChildState?, now: ChildState?) -> Bool {
    guard let before else { return false }
    // As a rule nothing has happened to it.
    if let now, haveSameBytes(before, now) { return false }
    return ChildIdentity(before) != ChildIdentity(now)
  }

  private static func id(of state: Any) -> AnyHashable {
    func erase(_ state: some Identifiable) -> AnyHashable { AnyHashable(state.id) }
    return (state as? any Identifiable).map { erase($0) } ?? AnyHashable(0)
  }
}
