// One query, and its result as the file changes.

public import Databases

/// The result of a query, kept true from commit to commit.
///
/// It has a connection of its own, which only reads the file, on a queue of its own. Give it the batches of the file's
/// connection in their order.
public actor LiveResult {
  nonisolated let executor = QueueExecutor(label: "live.result")
  /// Runs the actor on a queue of its own, so that SQLite blocks no thread of Swift's pool.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How results are kept.
  public struct Configuration: Sendable {
    /// The values of the query's parameters.
    public var parameters: QueryParameters = [:]
    /// The number of rows that are kept behind the shown ones of a query with ORDER BY and LIMIT.
    public var reserve = 50
    /// How long nothing must happen after a change until a run of the query checks the kept result; nil: there is no
    /// check.
    public var checksAfter: Duration? = .seconds(1)
    /// Whether a query that runs again rests nine times as long as it ran, so that it takes a tenth of a processor.
    public var restsBetweenRuns = true
    /// The most rows of the result that are read, for a result that is too large to be kept; nil: all. Then the query
    /// runs again after each commit that concerns it.
    public var rowLimit: Int?
    /// Is called while `begin` reads, now and then, with the number of rows read so far.
    public var progress: (@Sendable (Int) -> Void)?
    /// Whether a query is refused, before it runs, unless it is one group that arithmetic keeps.
    var mustBeOneGroup = false
    var trust = TruthCheck.Trust.shared
    /// The work of a step, in operations of SQLite's virtual machine, below which it is never weighed against a run.
    var leastWork = 100_000

    /// Makes a configuration with the default values.
    public init() {}
  }

  /// The text of the query.
  public nonisolated let sql: String
  nonisolated let configuration: Configuration
  nonisolated let connection: SQLiteConnection
  /// The open query; nil before `begin` and after `close`.
  var open: OpenQuery?
  /// What has come since the state that the result shows.
  var news = News()
  /// Whether a check has found that the query reads the clock, which its text does not show.
  var isOfClock = false
  /// Watches the commits that may pass without a step; nil if each has its step.
  var restWatch: RestWatch?

  /// Makes the result of a query on the file of a connection. Nothing is read yet.
  public init(_ sql: String, on connection: SQLiteConnection, _ configuration: Configuration = Configuration()) {
    (self.sql, self.connection, self.configuration) = (sql, connection, configuration)
  }

  /// Reads the result for the first time. Subscribe to the connection's batches before, and pass the later ones to
  /// `step`. Throws `QueryError` if the text is no query, `DatabaseError` if the file can't be read, and
  /// `CancellationError` if the task is cancelled.
  public func begin() async throws {
    try await work { result, flag in
      result.open = try OpenQuery(result.sql, on: result.connection, result.configuration, flag)
      result.news = News()
    }
  }

  /// The titles of the columns.
  public var columns: [String] { open?.text.columns ?? [] }
  /// The only table that the query reads; nil if it reads several or none, and before `begin`.
  public var onlyTable: String? { open?.onlyTable }
  /// How the result is kept; nil before `begin`.
  public var upkeep: Upkeep? { open?.plan.upkeep }
  /// The operations of SQLite's virtual machine so far, in all reads of the query.
  var work: Int { open?.shadows.work ?? 0 }
  /// How long the last run of the whole query took.
  public var runTime: Duration? { open?.schedule.runTime }
  /// The rows of the result, in the order of the query. Rows that it leaves in any order have the order of their tables
  /// or of their values.
  public var rows: [ResultRow] { open?.plan.rows() ?? [] }
  /// Rows of the result from a place on, at most `count` of them.
  public func rows(from place: Int, atMost count: Int) -> [ResultRow] {
    open?.plan.rows(from: place, atMost: count) ?? []
  }
  /// Whether the result waits for its next run: it will change without another batch.
  public var isOwed: Bool { open?.isOwed(news) ?? false }
  /// When to call `step` again although no batch has come: a moment in the query passes, a query that runs again has
  /// rested enough, or the result is to be checked. Nil: not before the next batch.
  public var due: ContinuousClock.Instant? {
    guard let open else { return nil }
    if open.isOwed(news) { return open.schedule.restEnd }
    let moment = open.traits.frozen.isEmpty ? nil : max(.now + .seconds(1), open.schedule.restEnd)
    return [moment, open.schedule.checkTime, open.schedule.clockTime].compactMap(\.self).min()
  }

  /// Takes in commits, and calls `body` with the titles of the columns and what has changed in the result, before any other
  /// step begins. There is no change while commits are missing that the file already shows: their batches are on the
  /// way.
  public func step(
    _ batches: [ChangeBatch], _ body: @Sendable (_ columns: [String], ResultChange) throws -> Void
  ) async throws {
    try await work { result, flag in
      guard let open = result.open else { return }
      for batch in batches {
        result.news.add(
          batch, after: open.commit, open.reads, knowsColumns: open.knowsColumns, readsAll: open.traits.readsAll)
      }
      let change = try result.step(open, flag)
      try body(result.columns, change)
    }
  }

  /// The number of times that a check has found a kept result wrong, and corrected it.
  public internal(set) var corrections = 0
  /// The same for all results of this process.
  public static var allCorrections: Int { TruthCheck.Trust.shared.lossCount }

  /// Ends following for a while: no batch has to come. The next step finds out what has changed meanwhile.
  public func rest() {
    open?.pause()
    if restWatch == nil { restWatch = open?.watch(connection) }
  }

  /// Closes the connection. The result has no rows any more.
  public func close() { (open, restWatch) = (nil, nil) }

  /// Runs work of the actor, which a cancelled task ends.
  private func work<R>(_ body: (isolated LiveResult, CancellationFlag) throws -> R) async throws -> R {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      // A closure that does not use the actor would run outside of it.
      try body(self, flag)
    } onCancel: {
      flag.set()
    }
  }
}
