// Decides when a table may be read again.

/// The time of the next look at a table: for a small table at most one look a frame; for a large table looks take at
/// most a fifth of one processor.
struct LookPace {
  private static let frame: Duration = .milliseconds(16)
  private static let patience = 5

  private var start = ContinuousClock.now
  private var next = ContinuousClock.now

  /// Waits until a look may begin.
  func wait() async throws {
    if next > .now { try await Task.sleep(until: next, tolerance: .zero, clock: .continuous) }
  }

  mutating func lookBegins() { start = .now }

  /// Ends a look. `work`: the processor time of the look.
  mutating func lookEnded(after work: Duration) { next = start + Self.wait(afterLookOf: work) }

  static func wait(afterLookOf work: Duration) -> Duration { max(frame, work * patience) }
}
