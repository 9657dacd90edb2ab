// How one query is kept.

public import Databases

/// A kept query, with the subqueries that must be updated before it.
final class Plan {
  /// The query as SQL, for questions about its columns.
  let sql: String
  var upkeep: Upkeep
  let query: any KeptQuery
  let stacks: [StackedResult]
  /// The number of output columns.
  private let width: Int
  /// The number of columns at the end of a kept row that name the row; 0 if nothing does.
  let identityCount: Int
  /// The tables whose rows the identity names.
  let sources: [SourceTable]
  private let limit: RowLimit?
  /// The rows before the present step, if only some rows are shown.
  private var formerWindow: [ResultRow]?

  init(
    sql: String, upkeep: Upkeep, query: some KeptQuery, stacks: [StackedResult], width: Int, identityCount: Int = 0,
    sources: [SourceTable] = [], limit: RowLimit? = nil
  ) {
    self.sources = sources
    (self.sql, self.upkeep, self.query, self.stacks) = (sql, upkeep, query, stacks)
    (self.width, self.identityCount, self.limit) = (width, identityCount, limit)
  }

  private func row(_ tuple: Tuple) -> ResultRow {
    let identity = identityCount > 0 ? Tuple(tuple.suffix(identityCount)) : nil
    return ResultRow(values: tuple.count == width ? tuple : Tuple(tuple.prefix(width)), identity: identity)
  }

  /// The rows of the result, in order.
  func rows() -> [ResultRow] { query.tuples(from: limit?.offset ?? 0, limit: limit?.count).map(row) }

  /// The present rows, to be compared with later ones.
  enum Snapshot {
    /// All kept rows, which are the result.
    case kept(KeptRows)
    case listed([ResultRow])
  }

  /// The present rows.
  func snapshot() -> Snapshot {
    if limit == nil, let keeper = query as? any RowKeeping { return .kept(keeper.rows) }
    return .listed(rows())
  }

  /// The rows of a snapshot of a plan with the same columns. Throws `QueryError.tooLarge` if they are too many for that.
  func rows(of snapshot: Snapshot) throws -> [ResultRow] {
    switch snapshot {
    case .listed(let rows): return rows
    case .kept(let kept):
      guard kept.byteCount <= Self.listedByteLimit else { throw QueryError.tooLarge }
      return kept.tuples().map(row)
    }
  }

  /// The most bytes of kept rows that are listed one by one, which takes ten times as many.
  static let listedByteLimit = 8 << 20

  /// What has changed since a snapshot of this plan, or of one that keeps its rows in the same way. Throws
  /// `QueryError.tooLarge` if it is too much.
  func change(since before: Snapshot) throws -> PlacedChange<ResultRow> {
    if case .kept(let former) = before, case .kept(let present) = snapshot(), former.order == present.order {
      return try former.change(to: present).map(row)
    }
    return PlacedChange(from: try rows(of: before), to: try rows(of: snapshot()))
  }

  /// The output columns in which a run of the query must return the same values, if the kept rows are few enough for a
  /// comparison. Of rows that tie at a LIMIT, SQLite may choose: only what orders them is compared.
  var checkedColumns: [Int] {
    let kept = (query as? any RowKeeping)?.rows
    guard isDetermined, kept.map({ $0.byteCount <= Self.listedByteLimit }) ?? true else { return [] }
    if limit == nil { return Array(0..<width) }
    return Array((kept?.order ?? []).map(\.column).prefix { $0 < width })
  }

  /// Rows of the result from a place on, at most `count` of them.
  func rows(from place: Int, atMost count: Int) -> [ResultRow] {
    guard let limit else { return query.tuples(from: place, limit: count).map(row) }
    return query.tuples(from: limit.offset + place, limit: min(count, max(0, limit.count - place))).map(row)
  }

  /// Whether it returns only some of the rows: SQLite may choose among equal ones.
  var hasLimit: Bool { limit != nil }

  /// Whether only the first rows of an order are kept, and some more.
  var isOfFirstRows: Bool { upkeep == .live(.top) }

  /// Reads the result again.
  func fill() throws {
    for stack in stacks { try stack.fill() }
    try query.fill()
  }

  /// Whether nothing but a LIMIT leaves open which rows the query returns.
  private var isDetermined: Bool {
    query.isDetermined && stacks.allSatisfy { $0.plan.isDetermined && $0.plan.limit == nil }
  }

  /// Takes in the changes that the shadows hold. Returns the change of the result. Throws `NotKept` and `ResultMismatch`
  /// if the result must be read again.
  func step(_ changed: ChangedTables) throws -> PlacedChange<ResultRow> {
    var changed = changed
    // A step that failed may have left it.
    formerWindow = nil
    for stack in stacks {
      let signs = try stack.step(changed)
      if !signs.isEmpty { changed[stack.key] = signs }
    }
    formerWindow = limit != nil ? rows() : nil
    try query.apply(changed)
    defer { formerWindow = nil }
    let changes = query.takeChanges()
    if let changes, formerWindow == nil || changes.isEmpty { return changes.map(row) }
    // Rows may move across the last shown one.
    guard let formerWindow else { return PlacedChange() }
    return PlacedChange(from: formerWindow, to: rows())
  }

  /// After a step that has failed: the rows before it.
  func snapshotBeforeStep() throws -> Snapshot {
    if let formerWindow { return .listed(formerWindow) }
    if let keeper = query as? any RowKeeping { try keeper.undoChanges() }
    return snapshot()
  }
}

/// A row of a result.
public struct ResultRow: Hashable, Sendable {
  /// One value for each column.
  public var values: [ExactValue]
  /// The rowids or keys that the row comes from, or the key of its group; nil if the row has only its content.
  public var identity: [ExactValue]?
}

/// How a result is kept.
public enum Upkeep: Hashable, Sendable {
  /// At the cost of each change.
  case live(Method)
  /// The query runs again after each commit that concerns it, because of what the reason names.
  case again(reason: String)
  /// The query reads no table: no commit concerns it.
  case constant

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
  /// The method, `again` with the reason, or `constant`.
  public var description: String {
    switch self {
    case .live(let method): method.rawValue
    case .again(let reason): "again: \(reason)"
    case .constant: "constant"
    }
  }
}
