// A query's result, as a table of a database of its own that follows the commits.
//
//   text ──open──> LiveResult ──rows──> a temporary table, which a list observes
//   commits ──follow──> LiveResult ──change──> small writes to the table
//   the screen is left ──rest──> nothing is followed; ──follow──> what has changed meanwhile, as one change
import Activities
public import Databases
public import LiveResults
import Locks
import Observing

/// The result of one query in a temporary table. Each row keeps its id while it is in the result.
public actor QueryResult {
  /// The query.
  public nonisolated let sql: String
  /// The text that the person has typed for it.
  public nonisolated let text: String
  /// The values of its parameters.
  public nonisolated let parameters: QueryParameters
  private nonisolated let number: Int
  private nonisolated let connection: SQLiteConnection
  private nonisolated let shared = Lock(Shared())
  private nonisolated let stamp = ChangeStamp()
  private var live: LiveResult
  /// The number of all rows, if only the first ones are kept; nil if it can't be kept either.
  private var count: ResultCount?
  /// Counts all rows, behind the first ones.
  private var counting: Task<Void, Never>?
  /// What has collected the commits since `open` or `resume`, until `follow` takes it.
  private var reader: CommitStream.Reader?
  private var followCount = 0
  private var rows: ResultRows?
  /// Whether the connection to the file was closed, or will be when the run under way ends.
  private var isReleased = false
  /// The last piece of work: the next one waits for it.
  private var last: Task<Void, any Error>?
  /// Whether the activity is held, because a run of the query is owed.
  private var isHeld = false
  /// Takes the moments at which the query must be looked at though nothing was committed. Of the last `follow`: a stream
  /// ends with the task that reads it.
  private var alarms: AsyncStream<ContinuousClock.Instant>.Continuation?

  private struct Shared {
    var status = QueryStatus()
    var database: SQLiteConnection?
    var table: ListedTable?
    var onlyTable: String?
    var hasSources = false
  }

  /// The most rows of a result that is too large to be kept.
  public static let rowLimit = 10_000
  /// The number of rows that are written to the table in one go.
  private static let portion = 5_000

  /// Makes the result of a query on the file of a connection. Nothing is read yet. `number` tells apart the tables of
  /// several results.
  public init(
    _ sql: String, with parameters: QueryParameters = [:], as text: String? = nil, number: Int,
    on connection: SQLiteConnection
  ) {
    self.text = text ?? sql
    (self.sql, self.parameters, self.number, self.connection) = (sql, parameters, number, connection)
    live = LiveResult(sql, on: connection)
  }

  /// How far the query is, and how its result is kept. Tracked; on any thread.
  public nonisolated var status: QueryStatus {
    stamp.access()
    return shared.withLock(\.status)
  }
  /// The database with the table; nil until the query has run.
  public nonisolated var database: SQLiteConnection? { shared.withLock(\.database) }
  /// The table with the rows; nil until the query has run.
  public nonisolated var table: ListedTable? { shared.withLock(\.table) }

  /// The only table that the query reads; nil if it reads several, none, or has not run.
  public nonisolated var onlyTable: String? { shared.withLock(\.onlyTable) }
  /// Whether a row comes from rows of tables that can be opened.
  public nonisolated var hasSources: Bool { shared.withLock(\.hasSources) }

  private nonisolated func tell(_ change: @Sendable (inout QueryStatus) -> Void) {
    let isNew = shared.withLock { shared in
      let before = shared.status
      change(&shared.status)
      return shared.status != before
    }
    if isNew { stamp.noteChange() }
  }

  // MARK: The first run

  /// Runs the query and fills the table. Throws `QueryProblem` if the text is no query, and `CancellationError` if the
  /// task is cancelled.
  public func open() async throws {
    do {
      reader = try await CommitStream(connection).reader(holding: connection.activity)
      do {
        try await begin()
      } catch let error as QueryError where error == .tooLarge {
        try await begin(rowLimit: Self.rowLimit)
      }
      try await fill()
      await noteUpkeep()
      if case .first = status.keeping { beginCount() }
      if isReleased { throw CancellationError() }
    } catch {
      await close()
      throw QueryProblem(error) ?? error
    }
  }

  private func begin(rowLimit: Int? = nil) async throws {
    var configuration = LiveResult.Configuration()
    (configuration.parameters, configuration.rowLimit) = (parameters, rowLimit)
    configuration.progress = { [weak self] count in self?.tell { $0.readCount = count } }
    live = LiveResult(sql, on: connection, configuration)
    tell { $0.keeping = rowLimit.map { .first($0, isLive: false) } }
    try await live.begin()
    let (onlyTable, hasSources) = (await live.onlyTable, await live.hasSources)
    shared.withLock { ($0.onlyTable, $0.hasSources) = (onlyTable, hasSources) }
  }

  private func fill() async throws {
    let names = ResultNames(number: number, titles: await live.columns)
    var configuration = SQLiteConnection.Configuration()
    configuration.activity = connection.activity
    let database = try await SQLiteConnection.open(storage: .temporary, configuration: configuration)
    shared.withLock { $0.database = database }
    try await database.write { try $0.execute(names.schema) }
    var rows = ResultRows(names)
    var start = 0
    while true {
      try Task.checkCancellation()
      let portion = await live.rows(from: start, atMost: Self.portion)
      if start == 0 {
        let table = names.listed(with: portion)
        shared.withLock { $0.table = table }
      }
      if portion.isEmpty { break }
      rows = try await database.write { [rows] db in
        var rows = rows
        try rows.append(portion, db)
        return rows
      }
      start += portion.count
    }
    self.rows = rows
  }

  /// Counts all rows behind the first ones, which are shown meanwhile.
  private func beginCount() {
    let activity = connection.activity
    activity.begin()
    counting = Task { [weak self, sql, parameters, connection] in
      let count = await ResultCount(of: sql, with: parameters, on: connection)
      await self?.inTurn { await $0.take(count) }
      activity.end()
    }
  }

  private func take(_ count: ResultCount?) async {
    if isReleased {
      await count?.close()
      return
    }
    self.count = count
    // Commits have passed since it was begun.
    await count?.rest()
    try? await count?.step([])
    await noteUpkeep()
    await setAlarm()
  }

  /// Tells how the result is kept.
  private func noteUpkeep() async {
    let (upkeep, time, corrections) = (await live.upkeep, await live.runTime, await live.corrections)
    let total = await count?.value
    tell { status in
      status.total = total
      if case .first(let rows, _) = status.keeping {
        let isLive = if case .live = upkeep { true } else { false }
        status.keeping = .first(rows, isLive: isLive)
      } else {
        switch upkeep {
        case .again(let reason): status.keeping = .again(reason: reason)
        case .live(let method): status.keeping = .live(method)
        case .constant: status.keeping = .constant
        case nil: break
        }
      }
      (status.runTime, status.corrections, status.problem) = (time ?? .zero, corrections, nil)
    }
  }

  // MARK: Following

  /// Takes in what was committed since `follow` ended, and collects the later commits for the next `follow`. Throws
  /// `CancellationError` if the task is cancelled.
  public func resume() async throws {
    guard reader == nil, !isReleased else { return }
    let reader = try await CommitStream(connection).reader(holding: connection.activity)
    await restAll()
    await advance([])
    guard self.reader == nil, !isReleased, !Task.isCancelled else {
      reader.close()
      return try Task.checkCancellation()
    }
    self.reader = reader
  }

  /// Drops the commits that were collected for the next `follow`.
  public func rest() async {
    guard let reader else { return }
    self.reader = nil
    followCount += 1
    await end(reader, followCount)
  }

  /// Follows the commits until the task is cancelled. Then `follow` may be called again: it resumes first.
  public func follow() async throws {
    try await resume()
    guard let reader else { return }
    self.reader = nil
    followCount += 1
    let count = followCount
    let (moments, alarms) = AsyncStream.makeStream(
      of: ContinuousClock.Instant.self, bufferingPolicy: .bufferingNewest(1))
    self.alarms = alarms
    await setAlarm()
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await reader.read { await self.advance($0) } }
        group.addTask {
          for await alarm in moments {
            try await Task.sleep(until: alarm, clock: .continuous)
            await self.advance([])
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch {
      await end(reader, count)
      throw error
    }
    await end(reader, count)
  }

  private func end(_ reader: CommitStream.Reader, _ count: Int) async {
    reader.close()
    // It may be followed again already.
    guard count == followCount else { return }
    endHold()
    // No other program is kept from emptying the log.
    await restAll()
  }

  private func restAll() async {
    await live.rest()
    await count?.rest()
  }

  // MARK: Reading rows

  /// The titles of the columns and the first rows with their ids, in the order of the query, with the version that they
  /// are from; nil if the query must run again.
  public func content(
    atMost count: Int
  ) async -> (columns: [String], rows: [[ExactValue]], ids: [Int], version: Int)? {
    await inTurn { result in
      guard let written = result.rows, !result.status.needsRun else { return nil }
      let rows = await result.live.rows(from: 0, atMost: count).map(\.values)
      return (written.names.titles, rows, Array(written.ids.prefix(rows.count)), result.status.version)
    }
  }

  /// Does work between two changes of the rows.
  private func inTurn<R: Sendable>(_ work: @escaping @Sendable (isolated QueryResult) async -> R) async -> R {
    let previous = last
    let task = Task {
      _ = await previous?.result
      return await work(self)
    }
    last = Task { _ = await task.value }
    return await task.value
  }

  /// The rows of tables that a row of the result comes from, and the column of a table that one of its columns shows
  /// unchanged, both as of the commits that the table shows.
  public func sources(of row: RecordID, at column: String?) async -> (rows: [ResultSource], origin: ColumnOrigin?) {
    await inTurn { await $0.look(row, at: column) }
  }

  private func look(_ row: RecordID, at column: String?) async -> (rows: [ResultSource], origin: ColumnOrigin?) {
    guard case .rowID(let id) = row, let rows, let place = rows.place(of: id) else { return ([], nil) }
    let (sources, origins) = (await live.sources(ofRowAt: place), await live.origins)
    let index = column.flatMap(rows.names.titles.firstIndex)
    return (sources, index.flatMap { $0 < origins.count ? origins[$0] : nil })
  }

  /// Closes the connection to the file. The table stays as it is.
  public func release() async {
    isReleased = true
    reader?.close()
    reader = nil
    endHold()
    counting?.cancel()
    await live.close()
    await count?.close()
  }

  /// Closes all connections. The table is gone.
  public func close() async {
    await release()
    await database?.close()
  }

  private func hold() {
    if !isHeld { connection.activity.begin() }
    isHeld = true
  }

  private func endHold() {
    if isHeld { connection.activity.end() }
    isHeld = false
  }

  /// The query runs again at a later moment, or is looked at. Until it has run, nothing has settled.
  private func setAlarm() async {
    let isOwed = await live.isOwed
    tell { $0.isOwed = isOwed }
    let isCountOwed = await count?.isOwed ?? false
    if isOwed || isCountOwed { hold() } else { endHold() }
    if let due = [await live.due, await count?.due].compactMap(\.self).min() { alarms?.yield(due) }
  }

  /// Takes in commits, one piece of work after the other.
  private func advance(_ batches: [ChangeBatch]) async {
    let previous = last
    let task = Task {
      _ = await previous?.result
      try await self.take(batches)
    }
    last = task
    await withTaskCancellationHandler {
      _ = await task.result
    } onCancel: {
      task.cancel()
    }
  }

  private func take(_ batches: [ChangeBatch]) async throws {
    do {
      let news = Lock<(columns: [String], change: ResultChange)?>(nil)
      try await live.step(batches) { columns, change in news.withLock { $0 = (columns, change) } }
      if let (columns, change) = news.withLock(\.self) {
        do {
          try await write(change, columns)
        } catch {
          // The live result is ahead of the table: only a new run brings both together.
          tell { $0.needsRun = true }
          throw error
        }
      }
      try await count?.step(batches)
      await noteUpkeep()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let problem = QueryProblem(error)
      tell { status in
        status.problem = problem ?? QueryProblem(description: "\(error).", place: nil)
        if error as? QueryError == .tooLarge || error is ResultRows.Mismatch { status.needsRun = true }
      }
      // The next commit may mend it.
      return endHold()
    }
    await setAlarm()
  }

  private func write(_ change: ResultChange, _ columns: [String]) async throws {
    guard let database, let present = rows else { return }
    guard columns == present.names.titles else { return tell { $0.needsRun = true } }
    rows = try await database.write { db in
      var rows = present
      try rows.apply(change, db)
      return rows
    }
    if !change.rows.isEmpty || !change.moves.isEmpty { tell { $0.version += 1 } }
  }
}

extension QueryResult: Equatable {
  public static func == (a: QueryResult, b: QueryResult) -> Bool { a === b }
}
