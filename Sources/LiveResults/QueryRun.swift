// A query that runs once.

public import Databases

/// One run of a query, on a connection of its own that only reads the file.
public actor QueryRun {
  nonisolated let executor = QueueExecutor(label: "query.run")
  /// Runs the actor on a queue of its own, so that SQLite blocks no thread of Swift's pool.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let sql: String
  private let parameters: QueryParameters
  private let connection: SQLiteConnection

  /// The number of rows in a portion.
  private static let portion = 500

  /// Makes a run of a query on the file of a connection. Nothing is read yet.
  public init(_ sql: String, with parameters: QueryParameters = [:], on connection: SQLiteConnection) {
    (self.sql, self.parameters, self.connection) = (sql, parameters, connection)
  }

  /// Runs the query on one state of the file, and calls `body` with the titles of the columns and a portion of rows, at least
  /// once. Throws `QueryError` if the text is no query, and `CancellationError` if the task is cancelled.
  public func run(_ body: @Sendable (_ columns: [String], _ rows: [[ExactValue]]) throws -> Void) async throws {
    try await onConnection { try $0.run($1, $2, body) }
  }

  /// Finds out how SQLite runs the query, and how its result is kept. A parameter may have no value. Throws the errors of
  /// `run`.
  public func plan() async throws -> QueryPlan {
    try await onConnection { query, database, policy in
      try QueryPlan(query.sql, query.parameters, database, policy)
    }
  }

  /// Runs work of the actor on a connection of its own, which a cancelled task ends.
  private func onConnection<R>(_ body: (isolated QueryRun, Database, QueryPolicy) throws -> R) async throws -> R {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      let policy = QueryPolicy()
      let database = try connection.openPrivately(policy, flag)
      return try database.withCancellation(flag) { try body(self, database, policy) }
    } onCancel: {
      flag.set()
    }
  }

  private func run(
    _ database: Database, _ policy: QueryPolicy, _ body: (_ columns: [String], _ rows: [[ExactValue]]) throws -> Void
  ) throws {
    let text = try QueryText(sql, parameters, database, policy)
    var rows: [[ExactValue]] = []
    do {
      try database.withStatement(text.sql) { statement in
        while try statement.step() {
          rows.append((0..<statement.columnCount).map(statement.exactValue))
          guard rows.count == Self.portion else { continue }
          try body(text.columns, rows)
          rows = []
        }
      }
    } catch let error as DatabaseError {
      throw QueryText.failure(error, in: text.tokens, database, policy)
    }
    try body(text.columns, rows)
  }
}
