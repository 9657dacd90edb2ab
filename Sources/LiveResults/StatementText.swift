// A statement that a person has written, whatever it does.

import CSQLite
package import Databases

/// The text of one statement, and what SQLite says that it does.
package struct StatementText: Hashable, Sendable {
  /// What a statement does.
  package enum Kind: Hashable, Sendable {
    /// It only reads.
    case query
    /// It adds, changes or deletes rows of a table.
    case rows(table: String, Deed)
    /// It changes tables, indexes, views or triggers, or what SQLite keeps for itself.
    case structure
  }

  /// What a statement does with the rows of its table.
  package enum Deed: String, Hashable, Sendable {
    case insert = "INSERT"
    case update = "UPDATE"
    case delete = "DELETE"
  }

  /// The text.
  package let sql: String
  /// What it does.
  package let kind: Kind
  /// The values of its parameters, by number.
  private let values: [ExactValue]
  /// The first word in capital letters, and where it is.
  package let verb: String
  package let place: Int?

  /// Asks SQLite what a text does. Nothing runs. Throws `QueryError` if it is not one statement, or does what a person's
  /// statement may not do.
  package init(_ sql: String, _ parameters: QueryParameters = [:], _ database: Database) throws {
    let tokens = try QueryText.tokens(sql)
    (verb, place) = (tokens.first?.upper ?? "", tokens.first?.place)
    self.sql = sql
    if verb == "VACUUM" {
      throw QueryError(message: "VACUUM is refused: another program can run it, such as sqlite3", place: place)
    }
    // SQLite compiles a statement with the schema that it knows. A statement that runs makes it read the present one.
    try database.internalRows("SELECT 1 FROM main.sqlite_schema LIMIT 1") { _ in }
    (kind, values) = try Self.withPolicy(database, tokens) {
      try database.withStatement(sql) { statement in
        if statement.changesNothing { return (.query, []) }
        let values = try tokens.parameterValues(parameters, count: statement.parameterCount)
        guard let written = statement.writtenRows else { return (.structure, values) }
        let deeds: [Int32: Deed] = [SQLITE_INSERT: .insert, SQLITE_UPDATE: .update, SQLITE_DELETE: .delete]
        return (.rows(table: written.table.name, deeds[written.action] ?? .update), values)
      }
    }
  }

  /// Runs the statement inside a write, and calls `body` with the titles of the columns and each row that it returns.
  /// Throws `QueryError` if the statement can't be compiled any more or does what it may not do, and `DatabaseError`.
  package func run(_ database: Database, _ body: (_ columns: [String], _ row: [ExactValue]) throws -> Void) throws {
    let ownCount = try Self.temporaryCount(database)
    try Self.withPolicy(database) {
      try database.withStatement(sql) { statement in
        for (index, value) in values.enumerated() { try statement.bind(exactly: value, at: index + 1) }
        while try statement.step() {
          try body(statement.columnNames, (0..<statement.columnCount).map(statement.exactValue))
        }
      }
    }
    // SQLite does not report that CREATE TRIGGER temp.x makes a temporary trigger.
    guard try Self.temporaryCount(database) == ownCount else {
      throw QueryError(message: "a temporary trigger is refused: \(QueryPolicy(mayWrite: true).limit)", place: place)
    }
  }

  /// The number of Almanac's own tables and triggers on the connection.
  private static func temporaryCount(_ database: Database) throws -> Int {
    var count = 0
    try database.internalRows("SELECT count(*) FROM temp.sqlite_schema") { count = $0.integer(0) }
    return count
  }

  private static func withPolicy<R>(
    _ database: Database, _ tokens: [Token] = [], _ body: () throws -> R
  ) throws -> R {
    let policy = QueryPolicy(mayWrite: true)
    do {
      return try database.withPolicy(policy, body)
    } catch let error as DatabaseError {
      throw QueryText.failure(error, in: tokens, database, policy)
    }
  }
}
