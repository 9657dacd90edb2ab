// How one query is kept.

public import Databases

/// A kept query, with the subqueries that must follow before it.
final class Plan {
  /// The query as SQL, for questions about its columns.
  let sql: String
  let upkeep: Upkeep
  let query: any KeptQuery
  let stacks: [StackedResult]
  /// The number of output columns.
  private let width: Int
  /// The number of columns at the end of a kept row that name the row; 0 if nothing does.
  private let identityCount: Int
  private let limit: Int?
  private let offset: Int
  /// The rows before the present step, if only some rows are shown.
  private var formerWindow: [ResultRow]?

  init(
    sql: String, upkeep: Upkeep, query: some KeptQuery, stacks: [StackedResult], width: Int, identityCount: Int = 0,
    limit: Int? = nil, offset: Int = 0
  ) {
    (self.sql, self.upkeep, self.query, self.stacks) = (sql, upkeep, query, stacks)
    (self.width, self.identityCount, self.limit, self.offset) = (width, identityCount, limit, offset)
  }

  private func row(_ tuple: Tuple) -> ResultRow {
    let identity = identityCount > 0 ? Tuple(tuple.suffix(identityCount)) : nil
    return ResultRow(values: tuple.count == width ? tuple : Tuple(tuple.prefix(width)), identity: identity)
  }

  /// The rows of the result, in order.
  func rows() -> [ResultRow] { query.tuples(from: offset, limit: limit).map(row) }

  /// Reads the result again.
  func fill() throws {
    for stack in stacks { try stack.fill() }
    try query.fill()
  }

  /// Whether a run of the query must return the same rows. Of rows that tie at a LIMIT SQLite may choose.
  var isDetermined: Bool { query.isDetermined && limit == nil && offset == 0 && stacks.allSatisfy(\.plan.isDetermined) }

  /// Takes in the changes that the shadows hold. Returns the change of the result, as rows with weights. Throws
  /// `NotKept` and `ResultMismatch` if the result must be read again.
  func step(_ changed: ChangedTables) throws -> [ResultRow: Int] {
    var changed = changed
    for stack in stacks {
      let signs = try stack.step(changed)
      if !signs.isEmpty { changed[stack.key] = signs }
    }
    formerWindow = limit != nil || offset > 0 ? rows() : nil
    try query.apply(changed)
    defer { formerWindow = nil }
    let changes = query.takeChanges()
    if let changes, formerWindow == nil || changes.isEmpty { return weights(changes) }
    // Rows may move across the last shown one.
    guard let formerWindow else { return [:] }
    return ResultRow.difference(from: formerWindow, to: rows())
  }

  /// After a step that has failed: the rows before it.
  func rowsBeforeStep() -> [ResultRow] {
    if let formerWindow { return formerWindow }
    var counts: [ResultRow: Int] = weights(query.takeChanges() ?? [:])
    var before: [ResultRow] = []
    for row in rows() {
      // What the step has added is left out.
      if let count = counts[row], count > 0 { counts[row] = count - 1 } else { before.append(row) }
    }
    for (row, count) in counts where count < 0 { before += Array(repeating: row, count: -count) }
    return before
  }

  private func weights(_ changes: [Tuple: Int]) -> [ResultRow: Int] {
    changes.reduce(into: [ResultRow: Int]()) { $0[row($1.key), default: 0] += $1.value }.filter { $0.value != 0 }
  }
}

/// A row of a result.
public struct ResultRow: Hashable, Sendable {
  /// One value for each column.
  public var values: [ExactValue]
  /// The rowids or keys that the row comes from, or the key of its group; nil if the row has only its content.
  public var identity: [ExactValue]?

  /// The rows that one list has more often than another one, as weights.
  static func difference(from before: [ResultRow], to after: [ResultRow]) -> [ResultRow: Int] {
    var weights: [ResultRow: Int] = [:]
    for row in before { weights[row, default: 0] -= 1 }
    for row in after { weights[row, default: 0] += 1 }
    return weights.filter { $0.value != 0 }
  }
}

/// How a result is kept.
public enum Upkeep: Hashable, Sendable {
  /// At the cost of each change.
  case live(Method)
  /// The query runs again after each commit that concerns it, because of what the reason names.
  case again(reason: String)

  /// A way to keep a result at the cost of its changes.
  public enum Method: String, Hashable, Sendable {
    /// Each row comes from one row of each table.
    case linear
    /// The first rows of an order, and some more.
    case top
    /// Groups by arithmetic.
    case groups
    /// Groups that a change touches are asked again.
    case groupsAgain = "groups asked again"
    /// Partitions of window functions that a change touches are asked again.
    case partitionsAgain = "partitions asked again"
    /// Distinct rows, counted.
    case distinct
    /// Rows whose partners in an outer join change are asked again.
    case outerJoin = "outer join"
    /// Rows whose subqueries change are asked again.
    case subquery
    /// A result over other results.
    case stacked
    /// A small statement over kept results, which runs again.
    case stackedAgain = "stacked, outer statement again"
  }
}

extension Upkeep: CustomStringConvertible {
  /// The method, or `again` with the reason.
  public var description: String {
    switch self {
    case .live(let method): method.rawValue
    case .again(let reason): "again: \(reason)"
    }
  }
}
