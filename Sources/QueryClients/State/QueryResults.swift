// The results of a query so far.

/// The results of a query in its state: the value, the error, and the counts and times of both.
public struct QueryResults<Value: Sendable>: Sendable {
  /// The current value. A failure keeps it.
  public private(set) var value: Value
  /// The error of the last result; nil if that was a value.
  public private(set) var error: (any Error)?
  /// The number of results that were values.
  public private(set) var valueUpdateCount = 0
  /// The number of results that were errors.
  public private(set) var errorUpdateCount = 0
  /// The time of the last value, by the context's clock.
  public private(set) var valueUpdatedAt: Duration?
  /// The time of the last error, by the context's clock.
  public private(set) var errorUpdatedAt: Duration?

  /// Makes the results of a query without any yet.
  public init(_ value: Value) { self.value = value }

  /// Adds a value, which clears the error, or an error, which keeps the value.
  public mutating func take(_ result: Result<Value, any Error>, at time: Duration) {
    switch result {
    case .success(let value):
      self.value = value
      error = nil
      valueUpdateCount += 1
      valueUpdatedAt = time
    case .failure(let failure):
      error = failure
      errorUpdateCount += 1
      errorUpdatedAt = time
    }
  }

  /// The same results with another value.
  func with<Other>(_ value: Other) -> QueryResults<Other> {
    var results = QueryResults<Other>(value)
    results.error = error
    results.valueUpdateCount = valueUpdateCount
    results.errorUpdateCount = errorUpdateCount
    results.valueUpdatedAt = valueUpdatedAt
    results.errorUpdatedAt = errorUpdatedAt
    return results
  }
}
