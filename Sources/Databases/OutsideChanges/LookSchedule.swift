// Schedules looks at a database.

/// When the next look is due after a report of the kernel.
///
/// The report comes before the commit is visible: the other program's log must reach the disk first, and nothing
/// reports that it has. So looks follow at once, after 20 microseconds, and then at doubled intervals for about ten
/// seconds.
struct LookSchedule: Equatable, Sendable {
  /// The wait before the next look; nil if none is due.
  private(set) var wait: Duration?
  /// The wait after the next look, if that finds the database free.
  private var following: Duration = .zero
  /// The wait after the next look, if that finds the database locked.
  private var busyWait = Self.shortestBusyWait

  /// The first wait after the immediate look.
  static let shortestWait: Duration = .microseconds(20)
  /// Looks end when the wait would be longer than this.
  static let longestWait: Duration = .seconds(6)
  /// The first wait while another program holds the lock; later ones double up to the longest. The release of the lock
  /// touches the files, so these waits only matter if that is not reported.
  static let shortestBusyWait: Duration = .milliseconds(10)
  static let longestBusyWait: Duration = .milliseconds(100)
  /// The wait while a state of the file is held: no checkpoint waits for longer than twice that.
  static let holdingWait: Duration = .milliseconds(10)
  /// The wait while our own write is running.
  static let writingWait: Duration = .milliseconds(1)

  /// The pause after a look, as a multiple of its processor time. It is limited to a time that a person does not
  /// notice.
  static let restFactor = 3
  static let longestRest: Duration = .milliseconds(50)

  /// Whether a report starts a look at once.
  private(set) var heedsReports = true

  /// Schedules the first look after a while.
  mutating func begin(after firstWait: Duration) {
    wait = firstWait
    following = Self.shortestWait
  }

  /// The files were touched: starts over with an immediate look.
  mutating func filesTouched() {
    wait = .zero
    following = Self.shortestWait
  }

  /// Schedules the next look after one that has ended. `work` is its processor time. If a program commits all the time,
  /// each look has to read all that was committed meanwhile: so looks pause for a multiple of their work.
  mutating func looked(_ result: LookResult, work: Duration = .zero) {
    let rest = result == .changed ? min(work * Self.restFactor, Self.longestRest) : .zero
    heedsReports = result != .writing && rest < Self.writingWait
    // Reports during a pause do not start the intervals over: the next look does. And a state may be held from now on,
    // which only a look releases.
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
      // The intervals of later looks are not used up: the next commit may reach the disk long after its report.
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
