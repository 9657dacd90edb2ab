// One thing that was read through a store, and its readers.
import Observing

/// One thing that was read through a store: tells its readers when a reduction changed it.
///
/// Its readers are woken once and then read again; until they do, the thing is not compared.
@MainActor
final class TrackedRead<State> {
  private let changes = ChangeStamp()
  private(set) var isRead = false
  /// Compares the thing in both states. Both are read now: a live value, whose source tells of its changes itself, is
  /// never another one in the older state.
  private let isEqual: (PresentState<State>, PresentState<State>) -> Bool
  /// The bytes of the state in which the thing lies; `nil` where it is computed.
  private let part: Range<Int>?

  /// `path` leads to the thing, or to all that it is made of.
  init<Value>(
    _ path: KeyPath<State, Value>, isEqual: @escaping (PresentState<State>, PresentState<State>) -> Bool
  ) {
    self.isEqual = isEqual
    part = MemoryLayout<State>.offset(of: path).map { $0..<$0 + MemoryLayout<Value>.size }
  }

  /// Whether the thing is the same in both states. It compares the bytes first: that costs next to nothing, and most of them
  /// are the same.
  func isUnchanged(_ old: PresentState<State>, _ new: PresentState<State>) -> Bool {
    if let part, old.hasSameBytes(as: new, in: part) { return true }
    return isEqual(old, new)
  }

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
