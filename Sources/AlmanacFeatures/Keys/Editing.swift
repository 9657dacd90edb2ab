/// Whether the keys that change the book may, and what is done where they may not.
@MainActor
struct Editing {
  /// Tracked: a file that takes the place of the open one may be another in this too.
  let mayEdit: () -> Bool
  /// Says why nothing is changed.
  let refuse: () -> Void

  var isAllowed: Bool { mayEdit() }
}
