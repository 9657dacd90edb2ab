// The status of a connection's file, and its observers.

import Locks

/// Keeps a status; tells of each change, on the thread that makes it.
final class StatusBoard: Sendable {
  private struct State {
    var status = FileStatus()
    var observers = Subscribers<@Sendable () -> Void>()
  }

  private let state: Lock<State>

  /// `changed` is the first to hear of each change.
  init(changed: (@Sendable (FileStatus) -> Void)? = nil) {
    state = Lock(State())
    if let changed {
      // As all observers it is called outside the lock, and finds the status as it is by then.
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

/// A place among the observers of a connection's status, which ends with this object. A call that is about to be made
/// when it ends may still come.
public final class StatusObservation: Sendable {
  private let id: Int
  private let board: StatusBoard

  init(id: Int, board: StatusBoard) {
    self.id = id
    self.board = board
  }

  deinit { board.end(id) }
}
