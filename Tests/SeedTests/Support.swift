// Shared parts of the documents' tests: a database for each test, and a way to wait for the shown values.

import Activities
import Databases
import Locks
import Observing

/// A database in memory that records its statements.
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

  /// Returns when all work under way has been delivered.
  func settled() async { await connection.activity.settled() }

  /// Writes, and returns when all effects of the write have been delivered.
  func write(_ sql: String) async throws {
    try await connection.write { try $0.execute(sql) }
    await settled()
  }

  /// The statements since the last call, sorted, since reads run at the same time.
  func takeStatements() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements.sorted()
    }
  }
}

/// Returns when `condition` is true; it must read observable values.
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
