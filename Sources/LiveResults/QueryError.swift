// Why a query does not run, for the person who wrote it.

import Databases

/// A mistake in the text of a query, or something that a query may not do.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence without its full stop.
  public var message: String
  /// Where the mistake is, in bytes from the start of the text; nil if it is in no one place.
  public var place: Int?

  /// Makes an error.
  public init(message: String, place: Int?) { (self.message, self.place) = (message, place) }

  /// The result needs more memory than a result may take: read only its first rows.
  public static let tooLarge = QueryError(
    message: "the result takes more than 64 MB: narrow its condition, or add a LIMIT", place: nil)

  /// The query can't be kept in the wanted way.
  static let notKept = QueryError(message: "the query would run again after each commit", place: nil)

  /// The message.
  public var description: String { message }
}

/// The text of a query, once it is known to be one.
struct QueryText {
  /// The statement that runs: the text, with a call of a function in the place of each parameter.
  let sql: String
  /// Its tokens.
  let tokens: [Token]
  /// The titles of its columns.
  let columns: [String]
  /// The columns of tables that its columns show unchanged.
  let origins: [ColumnOrigin?]

  /// The longest text, in bytes: SQLite's own limit.
  private static let byteLimit = 1_000_000

  /// The tokens of a text that is one statement, without its semicolon. Throws `QueryError`.
  static func tokens(_ sql: String) throws -> [Token] {
    if let place = sql.utf8.firstIndex(of: 0) {
      throw QueryError(
        message: "a query has no NUL character", place: sql.utf8.distance(from: sql.startIndex, to: place))
    }
    guard sql.utf8.count <= Self.byteLimit else {
      throw QueryError(message: "the query has more than \(Self.byteLimit) bytes", place: nil)
    }
    let tokens = (try? Tokenizer.tokens(sql)) ?? []
    // A trigger has statements in it. SQLite finds what follows it.
    if tokens.upper(0) == "CREATE", tokens.prefix(3).contains(where: { $0.upper == "TRIGGER" }) { return tokens }
    if let end = tokens.firstIndex(where: { $0.upper == ";" }),
      let second = tokens[end...].first(where: { $0.upper != ";" })
    {
      throw QueryError(message: "there is more than one statement", place: second.place)
    }
    return tokens.filter { $0.upper != ";" }
  }

  /// Checks that a text is one query, which only reads. Throws `QueryError`, and `DatabaseError` if the file can't be
  /// read. Call it once on a connection. `mayMiss`: a parameter without a value is NULL.
  init(
    _ sql: String, _ parameters: QueryParameters, mayMiss: Bool = false, _ database: Database, _ policy: QueryPolicy
  ) throws {
    let tokens = try Self.tokens(sql)
    policy.begin()
    let parameterCount: Int
    let isRead = tokens.first.map { ["SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA"].contains($0.upper) } ?? true
    do {
      (columns, origins, parameterCount) = try database.withStatement(sql) { statement in
        if let name = policy.ownTable {
          throw QueryError(
            message: "\(name) is temporary here: write main.\(name) for the table of the file", place: nil)
        }
        guard isRead, statement.changesNothing else {
          throw QueryError(message: "the statement is refused: a query only reads the file", place: nil)
        }
        let origins = (0..<statement.columnCount).map { index in
          statement.origin(index).map { ColumnOrigin(table: $0.table, column: $0.column) }
        }
        return (Self.unique(statement.columnNames), origins, statement.parameterCount)
      }
    } catch {
      let isRefused = policy.refused != nil || error is QueryError
      if !isRead, isRefused, let first = tokens.first {
        throw QueryError(message: "\(first.upper) is refused: a query only reads the file", place: first.place)
      }
      if let error = error as? DatabaseError { throw Self.failure(error, in: tokens, database, policy) }
      throw error
    }
    let values = try tokens.parameterValues(parameters, count: parameterCount, mayMiss: mayMiss)
    guard !values.isEmpty else {
      (self.sql, self.tokens) = (sql, tokens)
      return
    }
    try database.define([Token].parameterFunction, as: values)
    self.tokens = tokens.withParameterCalls(values)
    self.sql = self.tokens.sql
  }

  /// The error of a query that SQLite has refused to compile or to run.
  static func failure(
    _ error: DatabaseError, in tokens: [Token] = [], _ database: Database, _ policy: QueryPolicy
  ) -> any Error {
    if let refused = policy.refused, error.isRefusal {
      return QueryError(message: "\(refused) is refused: \(policy.limit)", place: nil)
    }
    guard error.isOfStatement else { return error }
    return QueryError(message: error.message, place: database.mistakePlace ?? place(of: error.message, in: tokens))
  }

  /// The place of the last part of a name that SQLite does not know; nil if the message has no such name.
  private static func place(of message: String, in tokens: [Token]) -> Int? {
    let start = ["no such table: ", "no such column: "].first { message.hasPrefix($0) }
    guard let start, let name = message.dropFirst(start.count).split(separator: ".").last else { return nil }
    return tokens.first { $0.key == String(name).lowercasedASCII }?.place
  }

  /// The names, with a number behind each one that was there before.
  private static func unique(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    let original = Set(names.map(\.lowercasedASCII))
    return names.map { name in
      var (unique, number) = (name, 0)
      while taken.contains(unique.lowercasedASCII) || number > 0 && original.contains(unique.lowercasedASCII) {
        number += 1
        unique = "\(name):\(number)"
      }
      taken.insert(unique.lowercasedASCII)
      return unique
    }
  }
}

extension DatabaseError {
  /// Whether the statement is the cause, not the file.
  fileprivate var isOfStatement: Bool { [1, 18, 20, 21, 25].contains(primaryCode) || isRefusal }
  /// Whether the authorizer has refused the statement.
  fileprivate var isRefusal: Bool { primaryCode == 23 || (primaryCode == 1 && message.hasPrefix("not authorized")) }
}
