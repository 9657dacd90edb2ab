// When to look at a database again.

/// When the next look is due after a report of the kernel.
///
/// The report comes before the commit can be seen: the other program's log must reach the disk first, and nothing reports
/// that it has. So looks follow at once, after 20 microseconds and then at doubled intervals, until some ten seconds have
/// passed.
struct LookSchedule: Equatable, Sendable {
  /// The wait before the next look; `nil` when none is due.
  private(set) var wait: Duration?
  /// The wait that follows it, if that one finds the database free.
  private var following: Duration = .zero
  /// The wait that follows it, if that one finds the database locked.
  private var busyWait = Self.shortestBusyWait

  /// The first wait after the look at once.
  static let shortestWait: Duration = .microseconds(20)
  /// A longer wait than this ends the looks.
  static let longestWait: Duration = .seconds(6)
  /// The first wait while another program holds the lock; the next ones double up to the longest. The end of the lock
  /// touches the files, so the waits only serve where that is not reported.
  static let shortestBusyWait: Duration = .milliseconds(10)
  static let longestBusyWait: Duration = .milliseconds(100)
  /// The wait while a state of the file is held: no checkpoint waits for longer than twice that.
  static let holdingWait: Duration = .milliseconds(10)
  /// The wait while our own write is under way.
  static let writingWait: Duration = .milliseconds(1)

  /// A look rests for so many times its work, and no longer than a person waits without noticing.
  static let restFactor = 3
  static let longestRest: Duration = .milliseconds(50)

  /// Whether a report calls for a look at once.
  private(set) var heedsReports = true

  /// The first look comes after a while.
  mutating func begin(after firstWait: Duration) {
    wait = firstWait
    following = Self.shortestWait
  }

  /// The files were touched: start over with a look at once.
  mutating func filesTouched() {
    wait = .zero
    following = Self.shortestWait
  }

  /// A look is over: when is the next one? `work` is the processor's time that it took. A program that commits all the time
  /// gives a look as much to do as it commits meanwhile: so looks rest for some times their work.
  mutating func looked(_ result: LookResult, work: Duration = .zero) {
    let rest = result == .changed ? min(work * Self.restFactor, Self.longestRest) : .zero
    heedsReports = result != .writing && rest < Self.writingWait
    // What is reported while a look rests starts nothing over: the next look does. And a state may be held from here on, of
    // which only a look lets go.
    if result == .changed, !heedsReports || following == .zero || following > Self.longestWait {
      following = Self.shortestWait
    }
    if ![.busy, .copying, .uncommitted].contains(result) { busyWait = Self.shortestBusyWait }
    switch result {
    case .busy, .copying, .uncommitted:
      wait = busyWait
      busyWait = min(busyWait * 2, Self.longestBusyWait)
    case .writing:
      wait = Self.writingWait
    case .holding:
      // The looks that follow are not used up: the next commit may reach the disk long after its report.
      following = min(max(following, Self.shortestWait), Self.holdingWait)
      wait = following
      following *= 2
    case .changed, .unchanged, .damaged:
      guard following != .zero, following <= Self.longestWait else {
        wait = rest > .zero ? rest : nil
        return
      }
      wait = max(following, rest)
      following *= 2
    }
  }
}
