// How soon a table is looked at again.

/// When the next look may begin: of a small table at most one a frame, of a large one so that looking takes a fifth of
/// one processor's time at most.
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

  /// `work` is the processor's time that the look took.
  mutating func lookEnded(after work: Duration) { next = start + Self.wait(afterLookOf: work) }

  static func wait(afterLookOf work: Duration) -> Duration { max(frame, work * patience) }
}
