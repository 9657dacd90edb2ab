// Tells of every record of a table that appears, changes or goes.
//
//   began ──> a batch is out ──> not sooner than the pace allows: a look ──> what has changed is told ──> the next batch
//
// A batch only says that somebody has committed. What was changed is found by comparing the table with what was seen of
// it: several commits between two looks are one change, and a record that came and went between them was never there.
public import Databases

/// A watch over the records of a table.
///
/// It holds sixteen bytes of each record, and of at most 64 MiB of records, those that have changed last before others,
/// what they hold: elsewhere the old values are not told. While it looks it may hold twice that. What one look has found
/// is told by portions of 4 MiB.
public struct TableWatch<Record: BookRecord>: Sendable {
  private let connection: SQLiteConnection
  private let table: SeenTable<Record>

  /// How long to wait, when somebody holds the lock for longer than the connection waits, before looking again.
  private static var pauseWhileBusy: Duration { .milliseconds(250) }

  public init(_ type: Record.Type = Record.self, in connection: SQLiteConnection) {
    self.init(connection, SeenTable())
  }

  init(_ connection: SQLiteConnection, _ table: SeenTable<Record>) {
    self.connection = connection
    self.table = table
  }

  /// Follows the table until the task is cancelled, or `body` throws, or the file can't be read any more.
  ///
  /// `began` is called when all that is committed from then on will be told; `body` gets what has changed since, by
  /// identity, never nothing. While `body` runs nothing is read, and no lock is held. A lock that somebody else holds is
  /// waited for.
  public func run(
    began: () -> Void = {}, _ body: @Sendable ([RecordEvent]) async throws -> Void
  ) async throws {
    let (commits, commit) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Before the first look: what that does not see is told of here.
    let subscription = connection.subscribe { _ in commit.yield() }
    defer { subscription.cancel() }
    var generation = connection.generation
    var pace = LookPace()
    var seen = try await pace.timing {
      try await connection.read { [table] db in
        var table = table
        try table.begin(db)
        return table
      }
    }
    began()
    for await _ in commits {
      // One look may have answered several batches.
      while connection.generation != generation || !seen.isWhole {
        if seen.isWhole { try await pace.wait() }
        generation = connection.generation
        let (table, events) = try await pace.timing { [seen] in try await look(seen) }
        seen = table
        if !events.isEmpty { try await body(events) }
      }
    }
    try Task.checkCancellation()
  }

  private func look(_ seen: SeenTable<Record>) async throws -> (SeenTable<Record>, [RecordEvent]) {
    while true {
      do {
        return try await connection.read { db in
          var table = seen
          let events = try table.look(db)
          return (table, events)
        }
      } catch let error as DatabaseError where error.isBusy {
        try await Task.sleep(for: Self.pauseWhileBusy)
      }
    }
  }
}

/// When the next look may begin: of a small table at most one a frame, of a large one so that a fifth of the time at most
/// is spent with looking.
struct LookPace {
  private static let frame: Duration = .milliseconds(16)
  private static let patience = 5

  private var next = ContinuousClock.now

  /// Waits until a look may begin.
  func wait() async throws {
    if next > .now { try await Task.sleep(until: next, tolerance: .zero, clock: .continuous) }
  }

  /// Runs a look, which tells when the next one may begin.
  mutating func timing<Result>(_ look: () async throws -> Result) async rethrows -> Result {
    let start = ContinuousClock.now
    let result = try await look()
    next = start + Self.wait(afterLookOf: ContinuousClock.now - start)
    return result
  }

  static func wait(afterLookOf duration: Duration) -> Duration { max(frame, duration * patience) }
}
