// What the tests of the documents share: a database of their own, and a way to wait for what a screen shows.

import Activities
import Databases
import Locks
import Observing

/// A database in memory, which writes down the statements that it runs.
final class Book: Sendable {
  let connection: SQLiteConnection
  private let statements: Lock<[String]>

  private init(_ schema: String) async throws {
    let statements = Lock<[String]>([])
    var configuration = SQLiteConnection.Configuration()
    configuration.trace = { sql in statements.withLock { $0.append(sql) } }
    connection = try await SQLiteConnection.open(storage: .memory, configuration: configuration)
    self.statements = statements
    try await connection.write { try $0.execute(schema) }
    _ = takeStatements()
  }

  /// Runs a test with a database that `schema` makes.
  @MainActor
  static func run(_ schema: String, _ body: (Book) async throws -> Void) async throws {
    let book = try await Book(schema)
    try await body(book)
    await book.connection.close()
  }

  /// Returns when everything that is under way has been delivered.
  func settled() async { await connection.activity.settled() }

  /// Writes, and returns when every consequence has been delivered.
  func write(_ sql: String) async throws {
    try await connection.write { try $0.execute(sql) }
    await settled()
  }

  /// The statements that ran since this was last asked, sorted, since reads run side by side.
  func takeStatements() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements.sorted()
    }
  }
}

/// Returns when `condition` holds; it reads what tells of its changes.
@MainActor
func until(_ condition: @escaping () -> Bool) async {
  var token: ObserveToken?
  await withCheckedContinuation { continuation in
    var isOver = false
    token = observe(scheduler: nil) {
      guard !isOver, condition() else { return }
      isOver = true
      continuation.resume()
    }
  }
  withExtendedLifetime(token) {}
}
