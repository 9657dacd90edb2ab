// Retries after an error.

/// The pauses before retries.
public struct QueryBackoff: Sendable {
  private let pause: @Sendable (Int) -> Duration

  /// Pauses as `pause` says; it receives the number of the retry, from 1 on.
  public init(_ pause: @escaping @Sendable (_ retry: Int) -> Duration) { self.pause = pause }

  /// The pause before a retry; the first is 1.
  public func callAsFunction(_ retry: Int) -> Duration { pause(retry) }

  /// No pause.
  public static let none = QueryBackoff { _ in .zero }
  /// The same pause before each retry.
  public static func constant(_ pause: Duration) -> QueryBackoff { QueryBackoff { _ in pause } }
  /// 1, 2, 3, 4, 5 … times `step`.
  public static func linear(_ step: Duration) -> QueryBackoff { QueryBackoff { step * $0 } }
  /// 1, 2, 4, 8, 16 … times `step`.
  public static func exponential(_ step: Duration) -> QueryBackoff { QueryBackoff { step * (1 << min($0 - 1, 30)) } }
  /// 1, 1, 2, 3, 5, 8 … times `step`: the Fibonacci numbers; no pause for number 0. From the 45th on they stay the
  /// same.
  public static func fibonacci(_ step: Duration) -> QueryBackoff {
    QueryBackoff { retry in
      var (last, next) = (0, 1)
      for _ in 0..<min(retry, 45) { (last, next) = (next, last + next) }
      return step * last
    }
  }
}

extension QueryContext {
  /// The maximum number of retries of a failed query; negative numbers count as 0. The default is 0.
  public var retryLimit: Int {
    get { self[RetryLimitKey.self] }
    set { self[RetryLimitKey.self] = newValue }
  }

  /// The pauses between attempts. The default begins with one second and doubles.
  public var backoff: QueryBackoff {
    get { self[BackoffKey.self] }
    set { self[BackoffKey.self] = newValue }
  }

  /// The number of this retry, from 0 on; nil in the first attempt.
  public internal(set) var retryIndex: Int? {
    get { self[RetryIndexKey.self] }
    set { self[RetryIndexKey.self] = newValue }
  }

  private enum RetryLimitKey: Key { static var defaultValue: Int { 0 } }
  private enum BackoffKey: Key { static var defaultValue: QueryBackoff { .exponential(.seconds(1)) } }
  private enum RetryIndexKey: Key { static var defaultValue: Int? { nil } }
}

extension QueryContext {
  /// Runs `body` until it returns a value, is cancelled, or has no retries left.
  func withRetries<Value>(_ body: (QueryContext) async throws -> Value) async throws -> Value {
    var context = self
    for retry in 0..<max(retryLimit, 0) {
      do {
        return try await body(context)
      } catch {
        if error is CancellationError { throw error }
      }
      try Task.checkCancellation()
      try await clock.sleep(backoff(retry + 1))
      try Task.checkCancellation()
      context.retryIndex = retry
    }
    return try await body(context)
  }
}

extension QueryRequest {
  /// This request, retried up to `limit` times after an error.
  public func retry(limit: Int) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0.retryLimit = limit })
  }

  /// This request, with these pauses between attempts.
  public func backoff(_ backoff: QueryBackoff) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0.backoff = backoff })
  }
}
