// The status of a connection's file, and its observers.

import Locks

/// Holds a status, and calls observers after each change, on the thread that makes it.
final class StatusBoard: Sendable {
  private struct State {
    var status = FileStatus()
    var observers = Subscribers<@Sendable () -> Void>()
  }

  private let state: Lock<State>

  /// `changed` is called before all other observers.
  init(changed: (@Sendable (FileStatus) -> Void)? = nil) {
    state = Lock(State())
    if let changed {
      // Like all observers it is called outside the lock, with the status at that time.
      _ = state.withLock { $0.observers.add { [weak self] in if let self { changed(status) } } }
    }
  }

  var status: FileStatus { state.withLock(\.status) }

  func change(_ body: (inout FileStatus) -> Void) {
    let observers = state.withLock { state -> [@Sendable () -> Void] in
      let before = state.status
      body(&state.status)
      return state.status == before ? [] : state.observers.handlers
    }
    for observer in observers { observer() }
  }

  func observe(_ observer: @escaping @Sendable () -> Void) -> StatusObservation {
    StatusObservation(id: state.withLock { $0.observers.add(observer) }, board: self)
  }

  func end(_ id: Int) {
    _ = state.withLock { $0.observers.remove(id) }
  }
}

/// An observation of a connection's status, which ends when this object is freed. A call that is about to be made then
/// may still come.
public final class StatusObservation: Sendable {
  private let id: Int
  private let board: StatusBoard

  init(id: Int, board: StatusBoard) {
    self.id = id
    self.board = board
  }

  deinit { board.end(id) }
}
