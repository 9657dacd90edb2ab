// The output of a watch of a query: how its result changes.
import AlmanacRecords
import Databases
import LiveResults

/// Prints the changes of a query's result, a line of JSON for each row.
actor QueryWatch {
  private let result: LiveResult
  private let connection: SQLiteConnection
  private let output = StandardStreams.output
  private var commitCount = 0
  private var correctionCount = 0
  /// Why the query can't run now, as the last line says; nil if it runs.
  private var trouble: String?
  /// The titles of the columns as of the last commit.
  private var titles: [String] = []
  /// The moments at which the query must be looked at though nothing was committed.
  private let alarms = AsyncStream.makeStream(of: ContinuousClock.Instant.self, bufferingPolicy: .bufferingNewest(1))

  init(_ sql: String, with parameters: QueryParameters, _ connection: SQLiteConnection) {
    var configuration = LiveResult.Configuration()
    configuration.parameters = parameters
    (result, self.connection) = (LiveResult(sql, on: connection, configuration), connection)
  }

  /// Watches until the task is cancelled, the reader goes, or the result is too large. `began` is called once all later
  /// changes are certain to come.
  func run(began: @escaping @Sendable (Upkeep) -> Void) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await CommitStream(self.connection).run {
            try await self.begin(began)
          } _: {
            try await self.advance($0)
          }
        }
        group.addTask {
          for await alarm in self.alarms.stream {
            try await Task.sleep(until: alarm, clock: .continuous)
            try await self.advance([])
          }
        }
        // The first that fails ends the other.
        while try await group.next() != nil {}
      }
    } catch let error as QueryError {
      await result.close()
      throw error.failure
    }
  }

  private func begin(_ began: (Upkeep) -> Void) async throws {
    try await result.begin()
    titles = await result.columns
    if let upkeep = await result.upkeep { began(upkeep) }
    await setAlarm()
  }

  private func setAlarm() async {
    if let due = await result.due { alarms.continuation.yield(due) }
  }

  /// Takes in commits, and prints what they have changed.
  private func advance(_ batches: [ChangeBatch]) async throws {
    commitCount += batches.reduce(0) { $0 + $1.commitCount }
    let (commit, output, former) = (commitCount, output, titles)
    do {
      try await result.step(batches) { columns, change in
        var text = OutputText(to: output)
        let columns = (before: RecordColumns(names: former), after: RecordColumns(names: columns))
        for row in change.rows { try Self.write(row, columns, commit, to: &text) }
        try text.flush()
      }
    } catch let error as QueryError where error != .tooLarge {
      return try say(error.message)
    }
    trouble = nil
    titles = await result.columns
    await sayCorrections()
    await setAlarm()
  }

  /// Says once why the query can't run. A later commit may mend it, as when a table is made again.
  private func say(_ reason: String) throws {
    guard reason != trouble else { return }
    trouble = reason
    var text = OutputText(to: output)
    try text.write(
      "{\"change\":\"unknown\",\"reason\":\(JSONText.output.quoted(reason)),\"commit\":\(commitCount)}\n")
    try text.flush()
  }

  /// Says that a check has found the kept result wrong. The lines before this have corrected it.
  private func sayCorrections() async {
    let count = await result.corrections
    guard count > correctionCount else { return }
    correctionCount = count
    StandardStreams.complain(
      "almanac watch: The result that Almanac kept was wrong, and is corrected; the query runs again after each commit "
        + "from now on. Please report this query.")
  }

  private static func write(
    _ row: ResultChange.Row, _ columns: (before: RecordColumns, after: RecordColumns), _ commit: Int,
    to output: inout OutputText
  ) throws {
    let change = row.before == nil ? "insert" : row.after == nil ? "delete" : "update"
    try output.write("{\"change\":\"\(change)\"")
    for (name, row, columns) in [("old", row.before, columns.before), ("new", row.after, columns.after)] {
      guard let row else { continue }
      try output.write(",\"\(name)\":")
      try columns.writeJSON(row.values, as: .output) { try output.write($0) }
    }
    try output.write(",\"commit\":\(commit)}\n")
  }
}
