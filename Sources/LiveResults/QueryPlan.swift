// How SQLite runs a query.

import Databases

/// The plan of a query, and how its result is kept.
public struct QueryPlan: Hashable, Sendable {
  /// A number of rows.
  public enum RowCount: Hashable, Sendable {
    /// Counted.
    case exactly(Int)
    /// From the statistics of ANALYZE.
    case about(Int)
    /// Counted up to this number.
    case moreThan(Int)

    fileprivate var least: Int {
      switch self {
      case .exactly(let count), .about(let count), .moreThan(let count): count
      }
    }
  }

  /// One step of the plan.
  public struct Step: Hashable, Sendable {
    /// The number of steps that it is part of.
    public var depth: Int
    /// The step in SQLite's words.
    public var text: String
    /// The number of rows of the table, if the step goes through all rows of a large table.
    public var scanned: RowCount?
  }

  /// The steps, each one directly before its parts.
  public private(set) var steps: [Step] = []
  /// How the result is kept.
  public let upkeep: Upkeep

  /// The least number of rows of a large table.
  private static let largeTable = 10_000
  /// The number of rows up to which a table without statistics is counted.
  private static let countLimit = 100_000

  /// Asks SQLite on a connection of its own. Throws `QueryError`.
  init(_ sql: String, _ parameters: QueryParameters, _ database: Database, _ policy: QueryPolicy) throws {
    try ShadowDatabase.prepare(database)
    try database.begin("BEGIN")
    defer { database.rollBack() }
    let shadows = try ShadowDatabase(database, policy)
    let text = try QueryText(sql, parameters, mayMiss: true, database, policy)
    if let first = text.tokens.first, ["EXPLAIN", "PRAGMA"].contains(first.upper) {
      throw QueryError(message: "\(first.upper) has no plan", place: first.place)
    }
    steps = try Self.steps(text.tokens.sql, database)
    let (tokens, frozen) = try text.tokens.freezing(shadows.quotedValue)
    let reads = try database.withStatement(text.sql) { $0.compiledReads }
    upkeep =
      reads.tables.isEmpty && frozen.isEmpty
      ? .constant : OpenQuery.plan(text, tokens, shadows, LiveResult.Configuration()).upkeep
    var tables = Self.tables(text.tokens, shadows)
    // A subquery or a table of WITH may have the name of a table.
    for step in steps {
      for word in ["CO-ROUTINE ", "MATERIALIZE "] where step.text.hasPrefix(word) {
        tables[ExactText(String(step.text.dropFirst(word.count)))] = nil
      }
    }
    for index in steps.indices {
      let counts = try Self.scanned(by: steps[index].text, tables).map { try Self.rowCount($0, shadows) }
      if let rows = counts.max(by: { $0.least < $1.least }), rows.least >= Self.largeTable {
        steps[index].scanned = rows
      }
    }
  }

  /// The steps of SQLite's plan, in the order of their tree.
  private static func steps(_ sql: String, _ database: Database) throws -> [Step] {
    var parts: [ExactValue: [(id: ExactValue, text: String)]] = [:]
    try database.withStatement("EXPLAIN QUERY PLAN " + sql) { statement in
      while try statement.step() {
        guard case .text(let text) = statement.exactValue(3) else { continue }
        let part = (statement.exactValue(0), String(decoding: text, as: UTF8.self))
        parts[statement.exactValue(1), default: []].append(part)
      }
    }
    var steps: [Step] = []
    func add(_ id: ExactValue, depth: Int) {
      for part in parts.removeValue(forKey: id) ?? [] {
        steps.append(Step(depth: depth, text: part.text))
        add(part.id, depth: depth + 1)
      }
    }
    add(.integer(0), depth: 0)
    return steps
  }

  // MARK: Whole tables

  /// The tables of the file that a plan can mean by a name: by their own, or by an alias of the query or of a view.
  private static func tables(_ tokens: [Token], _ shadows: ShadowDatabase) -> [ExactText: Set<String>] {
    var tables: [ExactText: Set<String>] = [:]
    for tokens in [tokens] + shadows.views.values.compactMap({ try? Tokenizer.tokens($0) }) {
      for (index, token) in tokens.enumerated() {
        guard let key = token.key, let name = token.name, shadows.tableNames.contains(key) else { continue }
        let next = index + (tokens.upper(index + 1) == "AS" ? 2 : 1)
        tables[ExactText(name), default: []].insert(key)
        if next < tokens.count, let alias = tokens[next].name, !CompletionSchema.keywordSet.contains(tokens.upper(next))
        {
          tables[ExactText(alias), default: []].insert(key)
        }
      }
    }
    return tables
  }

  /// The tables that a step may read whole.
  private static func scanned(by step: String, _ tables: [ExactText: Set<String>]) -> Set<String> {
    guard step.hasPrefix("SCAN "), !step.contains(" VIRTUAL TABLE INDEX ") else { return [] }
    let rest = step.dropFirst(5)
    let names = tables.keys.filter { rest == $0.text || rest.hasPrefix($0.text + " ") }
    return names.max { $0.text.utf8.count < $1.text.utf8.count }.flatMap { tables[$0] } ?? []
  }

  private static func rowCount(_ table: String, _ shadows: ShadowDatabase) throws -> RowCount {
    var count: Int?
    if shadows.tableNames.contains("sqlite_stat1") {
      let sql = "SELECT stat FROM main.sqlite_stat1 WHERE tbl = ? COLLATE NOCASE"
      try shadows.database.internalRows(sql, exactly: [.text(table)]) { row in
        // An index of some rows only has a smaller number.
        if let number = row.text(0).split(separator: " ").first.flatMap({ Int($0) }) { count = max(count ?? 0, number) }
      }
    }
    if let count { return .about(count) }
    var counted = 0
    try shadows.database.runOnce("SELECT count(*) FROM (SELECT 1 FROM \(table.quotedTable) LIMIT \(countLimit + 1))") {
      counted = $0.integer(0)
    }
    return counted > countLimit ? .moreThan(countLimit) : .exactly(counted)
  }
}
