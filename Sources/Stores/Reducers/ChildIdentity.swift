// The identity of a child that can be replaced by another.
import Observing

/// The identity of a child: by its `id` if it has one, and by its case if it is one of several.
struct ChildIdentity: Equatable {
  private let id: AnyHashable
  private let name: String?

  /// Nil if there is no child.
  init?<ChildState>(_ state: ChildState?) {
    guard let state else { return nil }
    if state is any CasePathable, let child = Mirror(reflecting: state).children.first {
      name = child.label
      id = Self.id(of: child.value)
    } else {
      // A case without a value is identified by its name.
      name = state is any CasePathable ? "\(state)" : nil
      id = Self.id(of: state)
    }
  }

  /// Whether a child is gone, or replaced by another one.
  static func isGone<ChildState>(_ before: ChildState?, now: ChildState?) -> Bool {
    guard let before else { return false }
    // Usually it is unchanged.
    if let now, haveSameBytes(before, now) { return false }
    return ChildIdentity(before) != ChildIdentity(now)
  }

  private static func id(of state: Any) -> AnyHashable {
    func erase(_ state: some Identifiable) -> AnyHashable { AnyHashable(state.id) }
    return (state as? any Identifiable).map { erase($0) } ?? AnyHashable(0)
  }
}
