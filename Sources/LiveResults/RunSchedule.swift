// When a query runs though nothing was committed.

/// The runs of a query that no batch starts: after a pause, by the clock, and as a check.
struct RunSchedule {
  /// How long the last run of the whole query took.
  var runTime = Duration.zero
  /// When the pause after the last run ends. A query that runs again pauses nine times as long as it ran.
  private(set) var restEnd = ContinuousClock.now
  /// When the kept result is to be compared with a run of the query; nil: not before the next commit.
  var checkTime: ContinuousClock.Instant?
  /// When a query that reads the clock must run; nil: never.
  var clockTime: ContinuousClock.Instant?

  /// Whether the pause after the last run is over.
  var isRested: Bool { restEnd <= .now }

  /// Begins the pause after a run.
  mutating func rest(afterRun duration: Duration) { restEnd = .now + duration * 9 }
}
