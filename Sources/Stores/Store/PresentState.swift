// A store's state between two reductions.
import Observing

/// One state of a store. It never changes, so that methods read it in place: copying a large state costs more than most
/// reads of it.
final class PresentState<State> {
  private let state: State

  init(_ state: State) { self.state = state }

  func value<Value>(at path: KeyPath<State, Value>) -> Value { state[keyPath: path] }

  func read<Result>(_ body: (State) -> Result) -> Result { body(state) }

  /// Whether some bytes of both states are equal.
  func hasSameBytes(as other: PresentState, in part: Range<Int>) -> Bool { haveSameBytes(state, other.state, in: part) }
}
