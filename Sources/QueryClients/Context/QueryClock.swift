// The clock of queries.

/// Tells the passed time, and waits. It is made from any clock, so that tests can use one that they advance.
public struct QueryClock: Sendable {
  /// The time since the clock was made.
  public let now: @Sendable () -> Duration
  /// Waits; throws `CancellationError` if the task is cancelled meanwhile.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Makes a clock that tells the time of `clock`, from now on.
  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// The time of this machine, including its sleep.
  public static let continuous = QueryClock(ContinuousClock())
}
