// The status of a query.

/// The status of a query: it has not run, it is running, or it has ended.
public enum QueryStatus<Value: Sendable>: Sendable {
  /// It has never run, or was reset.
  case idle
  /// It is running.
  case loading
  /// It has ended, with its last value or its last error.
  case result(Result<Value, any Error>)

  /// Whether the last run was cancelled.
  public var isCancelled: Bool {
    if case .result(.failure(let error)) = self { error is CancellationError } else { false }
  }
}
