// A call of `load` that waits for its rows.

import Locks

/// A call of `load` under way. It ends once: delivered, failed, or cancelled.
final class PendingLoad: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Void, any Error>)
    case ended(Result<Void, any Error>)
  }

  /// The reader on which `load` was called.
  let reader: ObjectIdentifier
  private let state = Lock(State.new)
  private let ended: @Sendable () -> Void

  /// Makes a load; `ended` is called once, when it ends, before the caller goes on.
  init(reader: ObjectIdentifier, ended: @escaping @Sendable () -> Void) {
    self.reader = reader
    self.ended = ended
  }

  /// Waits for the end; throws what it ended with. A cancelled task ends it with `CancellationError`.
  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if case .ended(let result) = state { return result }
          state = .waiting(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  /// Ends the load, unless it has ended.
  func end(_ result: Result<Void, any Error>) {
    let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Void, any Error>?) in
      switch state {
      case .ended: return (false, nil)
      case .new:
        state = .ended(result)
        return (true, nil)
      case .waiting(let continuation):
        state = .ended(result)
        return (true, continuation)
      }
    }
    if isFirst { ended() }
    continuation?.resume(with: result)
  }
}
