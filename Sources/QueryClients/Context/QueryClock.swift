// Time, as queries see it.

/// Tells the time that has passed, and waits. Made from any clock, so tests use one that they move by hand.
public struct QueryClock: Sendable {
  /// The time since the clock was made.
  public let now: @Sendable () -> Duration
  /// Waits; throws `CancellationError` when the task is cancelled meanwhile.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// The time that `clock` tells, from now on.
  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// The time of this machine, sleep of the machine included.
  public static let continuous = QueryClock(ContinuousClock())
}
