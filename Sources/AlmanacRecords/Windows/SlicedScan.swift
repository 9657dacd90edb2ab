// One pass over the records of a list, in slices by key.
//
// Between two slices other programs can commit and checkpoint the log. With a rollback journal one long read would
// block them to its end. The pass may or may not see what they change meanwhile, and its read reports that
// (`Database.spansCommits`).
import Databases
import LiveQueries
import StructuredQueries

/// A pass over the records of a list, in an order that an index provides.
struct SlicedScan {
  /// The list, in the order of the pass: list order without the terms in which all visited rows are equal.
  let list: ListQuery
  let db: Database
  /// The limits of a slice in rows, bytes and time; a single long row may exceed the time. Rows that the filter rejects
  /// count too: the filter is a column of each row, since a `WHERE` would hide how many rows are skipped.
  let mostRows: Int
  let mostBytes: Int
  let longest: Duration
  /// The number of rows between two reports of progress.
  let rowsBetweenProgress: Int
  /// The columns of a statement: the identity, the key, the further values, and the searched columns.
  private var columns = StatementColumns()
  private let keyFields: [Int]
  private let fields: SearchFields
  private let searched: [Int]
  /// The searched fields that don't fit into one statement with the rest; they are read row by row.
  private let lookedUp: [String]
  /// The position of the first further value among the columns.
  let firstValue: Int
  /// The part of the filter that an index looks up, so that the pass visits and counts only these rows. Nil if no index
  /// has these rows in list order.
  private let range: QueryFragment?

  init(
    list: ListQuery, db: Database, mostRows: Int = 1 << 13, mostBytes: Int = 1 << 22,
    longest: Duration = .milliseconds(5), rowsBetweenProgress: Int = 1 << 13, values: [String] = []
  ) throws {
    (self.db, self.mostRows, self.mostBytes) = (db, mostRows, mostBytes)
    (self.longest, self.rowsBetweenProgress) = (longest, rowsBetweenProgress)
    let filtered = list.with { list in list.order = list.order.removing { list.filter?.fixes($0) == true } }
    var (ordered, found) = (list, nil as QueryFragment?)
    if let filter = list.filter, let range = filter.range,
      try Self.isFound(Self.select("1", of: filtered, range, nil), by: filter, db)
    {
      (ordered, found) = (filtered, range)
    }
    (self.list, range) = (ordered, found)
    columns.add(list.table.identityColumns)
    keyFields = columns.add(ordered.order.columnNames)
    firstValue = columns.append(values)
    fields = list.fields
    let tested = fields.expressions
    var all = columns
    let places = all.add(tested)
    // The filter is one more column.
    if all.names.count + (list.condition == nil ? 0 : 1) <= StatementColumns.most {
      (columns, searched, lookedUp) = (all, places, [])
    } else {
      (searched, lookedUp) = ([], tested)
    }
  }

  /// Whether SQLite looks up all columns of a filter in one index for a statement, and sorts nothing.
  private static func isFound(_ query: QueryFragment, by filter: RecordFilter, _ db: Database) throws -> Bool {
    var steps: [String] = []
    try db.runOnce("EXPLAIN QUERY PLAN " + query.sql) { steps.append($0.text(3)) }
    guard steps.count == 1, steps[0].hasPrefix("SEARCH ") else { return false }
    return filter.columns.allSatisfy { column in
      ["(", " AND "].contains { steps[0].holds("\($0)\(column)=?") }
    }
  }

  /// The finished part of a slice.
  private struct Work {
    private let start = ContinuousClock.now
    private var (rows, bytes) = (0, 0)
    /// The counts at the last look at the clock.
    private var lookedAt = (rows: 0, bytes: 0)

    init() {}

    /// Counts a row of so many bytes. Returns whether the slice ends with it.
    mutating func add(_ byteCount: Int, _ scan: SlicedScan) -> Bool {
      rows += 1
      bytes += byteCount
      if rows >= scan.mostRows || bytes >= scan.mostBytes { return true }
      guard rows - lookedAt.rows >= 64 || bytes - lookedAt.bytes >= 1 << 16 else { return false }
      lookedAt = (rows, bytes)
      return ContinuousClock.now - start > scan.longest
    }
  }

  /// Hands each record to `found`, until `found` returns false. A record's columns begin with those of its identity;
  /// further values begin at `firstValue`. `progress` receives the key of the last record of a slice and the number of
  /// tested records.
  func run(
    progress: (RowKey, _ tested: Int) throws -> Void, _ found: (PreparedStatement) throws -> Bool
  ) throws {
    let isFiltered = list.condition != nil
    let matcher = SearchMatcher(list.search, fields)
    var (key, tested, reported): (RowKey?, Int, Int) = (nil, 0, -rowsBetweenProgress)
    /// Whether a statement keeps to the range, for each statement's SQL.
    var plans: [String: Bool] = [:]
    while true {
      var work = Work()
      /// The key at the end of a slice that is not the last; the pass ends if `found` has enough.
      var (end, hasEnough): (RowKey?, Bool) = (nil, false)
      for part in list.order.conditions(beyond: key, .down) where end == nil && !hasEnough {
        let query = try select(part, &plans)
        try db.withStatement(query.sql) { statement in
          try query.bind(to: statement)
          while end == nil, !hasEnough, try statement.step() {
            tested += 1
            let before = matcher.byteCount
            if try matches(statement, matcher), !isFiltered || statement.integer(columns.names.count) != 0 {
              hasEnough = try !found(statement)
            }
            if work.add(matcher.byteCount - before, self) { end = RowKey(statement, keyFields) }
          }
        }
      }
      guard let end, !hasEnough else { return }
      if let key, try !list.order.isBeyond(end, after: key, in: list.table, db) {
        throw DatabaseError.damaged("the records are not in their order")
      }
      key = end
      if tested - reported >= rowsBetweenProgress {
        try progress(end, tested)
        reported = tested
      }
      try db.renewSnapshot()
    }
  }

  /// The same; `progress` receives the share of the pass so far in percent: by the rowids, or by the number of rows.
  func run(percent progress: (Int) throws -> Void, _ found: (PreparedStatement) throws -> Bool) throws {
    let bounds = try RecordScan(list: list, db: db).boundsOfRowIDs()
    let rows = bounds == nil ? try rowCount() : 0
    try db.renewSnapshot()
    try run { end, tested in
      let share = bounds.flatMap { end.percent(in: $0, isDescending: list.order.isDescending) }
      try progress(min(99, share ?? tested * 100 / max(1, rows)))
    } _: {
      try found($0)
    }
  }

  /// Whether the search finds the row at `statement`.
  private func matches(_ statement: PreparedStatement, _ matcher: SearchMatcher) throws -> Bool {
    if lookedUp.isEmpty { return matcher.matches(statement, searched) }
    let id = list.table.identity(statement)
    return try list.table.withRecord(id, "SELECT \(lookedUp.joined(separator: ", "))", db) { row in
      try row.step() && matcher.matches(row, Array(lookedUp.indices))
    }
  }

  /// The number of rows that the pass visits.
  func rowCount() throws -> Int { try list.table.count(where: range, db) }

  private func select(
    _ beyond: QueryFragment?, _ plans: inout [String: Bool]
  ) throws -> QueryFragment {
    if let range, let filter = list.filter {
      let query = Self.select(columns.list, of: list, range, beyond)
      let isFound = try plans[query.sql] ?? Self.isFound(query, by: filter, db)
      plans[query.sql] = isFound
      if isFound { return query }
    }
    // If SQLite would take another way, on which it skips rejected rows, read without the range to count them.
    return Self.select(columns.list, of: list, nil, beyond)
  }

  private static func select(
    _ columns: String, of list: ListQuery, _ range: QueryFragment?, _ beyond: QueryFragment?
  ) -> QueryFragment {
    let filter = list.condition.map { ", \($0.condition)" as QueryFragment } ?? ""
    let terms = list.mergedTerms
    let conditions = [range, beyond].compactMap(\.self)
    let condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))" as QueryFragment
    return """
      SELECT \(raw: columns)\(filter)\(raw: terms) FROM \(raw: list.table.quoted)\(condition) \
      ORDER BY \(list.order.terms(.down))
      """
  }
}
