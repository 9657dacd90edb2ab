// One thing that was read through a store, and its readers.
import Observing

/// One thing that was read through a store: tells its readers when a reduction changed it.
///
/// Its readers are woken once and then read again; until they do, the thing is not compared.
@MainActor
final class TrackedRead<State> {
  private let changes = ChangeStamp()
  private(set) var isRead = false
  /// Whether the thing is the same in both states. Both are read now: a live value, whose source tells of its changes
  /// itself, is never another one in the older state.
  let isUnchanged: (PresentState<State>, PresentState<State>) -> Bool

  init(isUnchanged: @escaping (PresentState<State>, PresentState<State>) -> Bool) { self.isUnchanged = isUnchanged }

  func access() {
    isRead = true
    changes.access()
  }

  /// Tells the readers. The new state is in the store already.
  func wake() {
    isRead = false
    changes.noteChange()
  }
}

/// What of a state was read.
struct ReadKey: Hashable {
  enum Aspect { case value, presence, identities }
  let path: AnyKeyPath
  let aspect: Aspect
}
