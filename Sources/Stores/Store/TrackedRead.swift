// One thing that was read through a store, and its readers.
import Observing

/// One thing that was read through a store: tells its readers when a reduction changed it.
///
/// Its readers are woken once and then read again; until they do, the thing is not compared.
@MainActor
final class TrackedRead<State> {
  private let changes = ChangeStamp()
  /// Whether the thing is in a state what was read of it last; `nil` while no reader waits for a change.
  private(set) var isUnchanged: ((PresentState<State>) -> Bool)?

  func access(_ isUnchanged: @escaping (PresentState<State>) -> Bool) {
    self.isUnchanged = isUnchanged
    changes.access()
  }

  /// Tells the readers. The new state is in the store already.
  func wake() {
    isUnchanged = nil
    changes.noteChange()
  }
}

/// What of a state was read.
struct ReadKey: Hashable {
  enum Aspect { case value, presence, identities }
  let path: AnyKeyPath
  let aspect: Aspect
}
