// One value that was read through a store, and its readers.
import Observing

/// One value that was read through a store: informs its readers when a reduction has changed it.
///
/// Its readers are woken once and then read again; until then the value is not compared.
@MainActor
final class TrackedRead<State> {
  private let changes = ChangeStamp()
  private(set) var isRead = false
  /// Compares the value in both states. Both are read now: a live value, whose source reports its changes itself, is
  /// the same in the older state.
  private let isEqual: (PresentState<State>, PresentState<State>) -> Bool
  /// The bytes of the value in the state; nil if it is computed.
  private let part: Range<Int>?

  /// `path` leads to the value, or to all that it is computed from.
  init<Value>(
    _ path: KeyPath<State, Value>, isEqual: @escaping (PresentState<State>, PresentState<State>) -> Bool
  ) {
    self.isEqual = isEqual
    part = MemoryLayout<State>.offset(of: path).map { $0..<$0 + MemoryLayout<Value>.size }
  }

  /// Whether the value is the same in both states. It compares the bytes first, which costs almost nothing; most are
  /// equal.
  func isUnchanged(_ old: PresentState<State>, _ new: PresentState<State>) -> Bool {
    if let part, old.hasSameBytes(as: new, in: part) { return true }
    return isEqual(old, new)
  }

  func access() {
    isRead = true
    changes.access()
  }

  /// Wakes the readers. The store already has the new state.
  func wake() {
    isRead = false
    changes.noteChange()
  }
}

/// The identity of a read: the path and the read aspect of its value.
struct ReadKey: Hashable {
  enum Aspect { case value, presence, identities }
  let path: AnyKeyPath
  let aspect: Aspect
}
