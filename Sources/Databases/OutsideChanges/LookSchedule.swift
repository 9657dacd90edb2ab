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

  /// The first wait after the look at once.
  static let shortestWait: Duration = .microseconds(20)
  /// A longer wait than this ends the looks.
  static let longestWait: Duration = .seconds(6)
  /// The wait while another program holds the lock.
  static let busyWait: Duration = .milliseconds(10)
  /// The wait while our own write is under way.
  static let writingWait: Duration = .milliseconds(1)

  /// Whether a report calls for a look at once.
  private(set) var heedsReports = true

  /// The files were touched: start over with a look at once.
  mutating func filesTouched() {
    wait = .zero
    following = Self.shortestWait
  }

  /// A look is over: when is the next one?
  mutating func looked(_ result: LookResult) {
    heedsReports = result != .writing
    switch result {
    case .busy:
      wait = Self.busyWait
    case .writing:
      wait = Self.writingWait
    case .changed, .unchanged:
      guard following != .zero, following <= Self.longestWait else {
        wait = nil
        return
      }
      wait = following
      following *= 2
    }
  }
}
