// What has come of a query so far.

/// What a query's state knows of its results: the value, the error, and how many of each have come and when.
public struct QueryResults<Value: Sendable>: Sendable {
  /// What is known now. A failure keeps it.
  public private(set) var value: Value
  /// The error of the last result, `nil` if that was a value.
  public private(set) var error: (any Error)?
  /// How many results were values.
  public private(set) var valueUpdateCount = 0
  /// How many results were errors.
  public private(set) var errorUpdateCount = 0
  /// When the last value came, by the clock of the context.
  public private(set) var valueUpdatedAt: Duration?
  /// When the last error came, by the clock of the context.
  public private(set) var errorUpdatedAt: Duration?

  /// Makes the results of a query that has none yet.
  public init(_ value: Value) { self.value = value }

  /// Takes a value, which ends an error, or an error, which keeps the value.
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
