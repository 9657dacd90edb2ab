// Where a query stands.

/// Where a query stands: it has not run, it runs, or it has ended.
public enum QueryStatus<Value: Sendable>: Sendable {
  /// It has never run, or was reset.
  case idle
  /// It runs.
  case loading
  /// It has ended, with its last value or its last error.
  case result(Result<Value, any Error>)

  /// Whether the last run was cancelled.
  public var isCancelled: Bool {
    if case .result(.failure(let error)) = self { error is CancellationError } else { false }
  }
}
