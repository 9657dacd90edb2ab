// A call of `load` that waits for its rows.

import Locks

/// A running call of `load`. It ends once: delivered, failed, or cancelled.
final class PendingLoad: Sendable {
  private struct State {
    /// Whether its rows are being shown: then it can't be cancelled any more.
    var isClaimed = false
    var result: Result<Void, any Error>?
    var continuation: CheckedContinuation<Void, any Error>?
  }

  /// The reader whose `load` was called.
  let reader: ObjectIdentifier
  private let state = Lock(State())
  private let ended: @Sendable () -> Void

  /// Makes a load; `ended` is called once when it ends, before the caller continues.
  init(reader: ObjectIdentifier, ended: @escaping @Sendable () -> Void) {
    self.reader = reader
    self.ended = ended
  }

  /// Waits for the end; throws its error. Cancelling the task ends it with `CancellationError`.
  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.result == nil { state.continuation = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Claims the load, because its rows are about to be shown. Returns false if it has already ended.
  func claim() -> Bool {
    state.withLock { state in
      guard state.result == nil else { return false }
      state.isClaimed = true
      return true
    }
  }

  /// Ends the load with `CancellationError`, unless it has ended or its rows are being shown.
  func cancel() { end(.failure(CancellationError()), evenIfClaimed: false) }

  /// Ends the load, unless it has ended.
  func end(_ result: Result<Void, any Error>) { end(result, evenIfClaimed: true) }

  private func end(_ result: Result<Void, any Error>, evenIfClaimed: Bool) {
    let (ends, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Void, any Error>?) in
      guard state.result == nil, evenIfClaimed || !state.isClaimed else { return (false, nil) }
      defer { state.continuation = nil }
      state.result = result
      return (true, state.continuation)
    }
    guard ends else { return }
    ended()
    continuation?.resume(with: result)
  }
}
