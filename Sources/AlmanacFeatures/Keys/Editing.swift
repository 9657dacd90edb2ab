/// Whether the keys that change the book may, and what is done where they may not.
@MainActor
struct Editing {
  let isAllowed: Bool
  /// Says why nothing is changed.
  let refuse: () -> Void
}
