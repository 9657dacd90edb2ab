// The number of all rows of a result of which only the first rows are kept.

import Databases
import LiveResults

/// The number of rows of a query, which follows the commits.
struct ResultCount: Sendable {
  private let live: LiveResult

  /// Counts the rows. Nil: the count can't be kept at the cost of each change. Throws the errors of `LiveResult.begin`.
  init?(of sql: String, with parameters: QueryParameters, on connection: SQLiteConnection) async throws {
    var configuration = LiveResult.Configuration()
    configuration.parameters = parameters
    live = LiveResult(countOf: sql, on: connection, configuration)
    try await live.begin()
    guard case .live? = await live.upkeep else {
      await live.close()
      return nil
    }
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

  /// Ends following for a while.
  func rest() async { await live.rest() }

  /// Closes the connection.
  func close() async { await live.close() }
}
