// The number of all rows of a result, if it is too large and its first rows alone are kept.

import Databases
import LiveResults

/// The number of rows of a query, which follows the commits.
struct ResultCount: Sendable {
  private let live: LiveResult

  /// The longest time that counting may take.
  private static let longestTime = Duration.seconds(10)

  /// Counts the rows. Nil: the count can't be kept at the cost of each change, takes too long, or the task is cancelled.
  init?(of sql: String, with parameters: QueryParameters, on connection: SQLiteConnection) async {
    var configuration = LiveResult.Configuration()
    configuration.parameters = parameters
    let live = LiveResult(countOf: sql, on: connection, configuration)
    self.live = live
    let isCounted = await withTaskGroup { group in
      group.addTask { (try? await live.begin()) != nil }
      group.addTask {
        try? await Task.sleep(for: Self.longestTime)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    if isCounted { return }
    await live.close()
    return nil
  }

  /// The number; nil once the count is closed.
  var value: Int? {
    get async {
      guard case .integer(let count)? = await live.rows.first?.values.first else { return nil }
      return count
    }
  }
  /// Whether the count waits for a run.
  var isOwed: Bool { get async { await live.isOwed } }
  /// When to step again although nothing was committed.
  var due: ContinuousClock.Instant? { get async { await live.due } }

  /// Takes in commits.
  func step(_ batches: [ChangeBatch]) async throws { try await live.step(batches) { _, _ in } }

  /// Ends following for a while: the next step finds out what has changed meanwhile.
  func rest() async { await live.rest() }

  /// Closes the connection.
  func close() async { await live.close() }
}
