// Tells of every record of a table that appears, changes or goes.
//
//   began ──> a batch is out ──> not sooner than the pace allows: a look ──> what has changed is told ──> the next batch
//
// A batch only says that somebody has committed. What was changed is found by comparing the table with what was seen of
// it: several commits between two looks are one change, and a record that came and went between them was never there.
public import Databases
import LiveQueries

/// A watch over the records of a table.
///
/// It holds sixteen bytes of each record, and of at most 64 MiB of records, those that have changed last before others,
/// what they hold: elsewhere the old values are not told. While it looks it may hold twice that. What one look has
/// found is told by portions of 4 MiB.
public struct TableWatch<Record: BookRecord>: Sendable {
  private let connection: SQLiteConnection
  private let table: SeenTable<Record>

  /// How long to wait, when somebody holds the lock for longer than the connection waits, before looking again.
  private static var pauseWhileBusy: Duration { .milliseconds(250) }

  public init(_ type: Record.Type, in connection: SQLiteConnection) {
    self.init(connection, SeenTable())
  }

  init(_ connection: SQLiteConnection, _ table: SeenTable<Record>) {
    self.connection = connection
    self.table = table
  }

  /// Follows the table until the task is cancelled, or `body` throws, or the file can't be read any more.
  ///
  /// `began` is called when all that is committed from then on will be told; `body` gets what has changed since, by
  /// identity, never nothing. While `body` runs nothing is read, and no lock is held. A lock that somebody else holds
  /// is waited for.
  public func run(
    began: () -> Void = {}, _ body: @Sendable ([RecordEvent]) async throws -> Void
  ) async throws {
    let (commits, commit) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Before the first look: what that does not see is told of here.
    let subscription = connection.subscribe { _ in commit.yield() }
    defer { subscription.cancel() }
    var generation = connection.generation
    var pace = LookPace()
    var seen = try await connection.read { [table] db in
      var table = table
      try table.begin(db)
      return table
    }
    began()
    for await _ in commits {
      // One look may have answered several batches.
      while connection.generation != generation || !seen.isWhole {
        if seen.isWhole { try await pace.wait() }
        generation = connection.generation
        pace.lookBegins()
        let look = try await look(seen)
        pace.lookEnded(after: look.work)
        seen = look.table
        if !look.events.isEmpty { try await body(look.events) }
      }
    }
    try Task.checkCancellation()
  }

  private func look(
    _ seen: SeenTable<Record>
  ) async throws -> (table: SeenTable<Record>, events: [RecordEvent], work: Duration) {
    while true {
      do {
        return try await connection.read { db in
          let start = ThreadTime.now
          var table = seen
          let events = try table.look(db)
          return (table, events, ThreadTime.now - start)
        }
      } catch let error as DatabaseError where error.isBusy {
        try await Task.sleep(for: Self.pauseWhileBusy)
      }
    }
  }
}
