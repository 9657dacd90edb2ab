// One pass over the records of a list, in slices by key.
//
// Between two slices other programs commit and empty the log: with a rollback journal one long read would keep them
// waiting to its end. What they change meanwhile the pass may miss or see, and its read says so (`Database.spansCommits`).
import Databases
import LiveQueries
import StructuredQueries

/// A pass over the records that a list shows, in its order, which an index gives.
struct SlicedScan {
  /// What is listed, in the order in which the pass goes: that of the list, without what is equal in all rows it visits.
  let list: ListQuery
  let db: Database
  /// A slice visits no more rows than these, and takes no longer than this but for one long row. Rows count that the
  /// filter keeps out too: it is a column of each row, since in a `WHERE` it would hide how many are passed.
  let mostRows: Int
  let mostBytes: Int
  let longest: Duration
  /// After so many rows `progress` hears again how far the pass has come.
  let rowsBetweenProgress: Int
  /// What a statement reads: the identity, the key, what is read besides, and what is searched.
  private var columns = StatementColumns()
  private let keyFields: [Int]
  private let searched: [Int]
  /// The columns that are searched where they don't fit into one statement with the rest: they are read row by row.
  private let lookedUp: [String]
  /// The column in which the values stand that are read besides, or the first of them.
  let firstValue: Int
  /// What an index tells of the filter: no other rows are visited, and none is passed unseen. `nil` where no index has
  /// these rows in the order of the list.
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
    let tested = list.table.columns(testedBy: list.search).map(\.quotedName)
    var all = columns
    let fields = all.add(tested)
    // The filter is one column more.
    if all.names.count + (list.filter == nil ? 0 : 1) <= StatementColumns.most {
      (columns, searched, lookedUp) = (all, fields, [])
    } else {
      (searched, lookedUp) = ([], tested)
    }
  }

  /// Whether SQLite looks up, in one index, all columns of a filter for a statement, and sorts nothing.
  private static func isFound(_ query: QueryFragment, by filter: RecordFilter, _ db: Database) throws -> Bool {
    var steps: [String] = []
    try db.runOnce("EXPLAIN QUERY PLAN " + query.sql) { steps.append($0.text(3)) }
    guard steps.count == 1, steps[0].hasPrefix("SEARCH ") else { return false }
    return filter.columns.allSatisfy { column in
      ["(", " AND "].contains { steps[0].holds("\($0)\(column)=?") }
    }
  }

  /// How much of a slice is done.
  private struct Work {
    private let start = ContinuousClock.now
    private var (rows, bytes) = (0, 0)
    /// What was done at the last look at the clock.
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

  /// Hands each record to `found`, until that says that it has enough. A record's columns begin with those of its
  /// identity; what is read besides begins at `firstValue`. `progress` gets the place of the last record of a slice, and how
  /// many have been tested.
  func run(
    progress: (RowKey, _ tested: Int) throws -> Void, _ found: (PreparedStatement) throws -> Bool
  ) throws {
    let isFiltered = list.filter != nil
    let matcher = SearchMatcher(list.search)
    var (key, tested, reported): (RowKey?, Int, Int) = (nil, 0, -rowsBetweenProgress)
    /// Whether a statement keeps to the range.
    var plans: [String: Bool] = [:]
    while true {
      var work = Work()
      /// The place where a slice ends that is not the last; nothing follows where `found` has enough.
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
        throw DatabaseError.damaged("the records do not stand in their order")
      }
      key = end
      if tested - reported >= rowsBetweenProgress {
        try progress(end, tested)
        reported = tested
      }
      try db.renewSnapshot()
    }
  }

  /// Whether the search finds the row that `statement` stands on.
  private func matches(_ statement: PreparedStatement, _ matcher: SearchMatcher) throws -> Bool {
    if lookedUp.isEmpty { return matcher.matches(statement, searched) }
    let id = list.table.identity(statement)
    return try list.table.withRecord(id, "SELECT \(lookedUp.joined(separator: ", "))", db) { row in
      try row.step() && matcher.matches(row, Array(lookedUp.indices))
    }
  }

  /// How many rows the pass visits.
  func rowCount() throws -> Int {
    let condition = range.map { " WHERE \($0)" as QueryFragment } ?? ""
    let query: QueryFragment = "SELECT count(*) FROM \(raw: list.table.counted)\(condition)"
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      return try statement.step() ? statement.integer(0) : 0
    }
  }

  private func select(
    _ beyond: QueryFragment?, _ plans: inout [String: Bool]
  ) throws -> QueryFragment {
    if let range, let filter = list.filter {
      let query = Self.select(columns.list, of: list, range, beyond)
      let isFound = try plans[query.sql] ?? Self.isFound(query, by: filter, db)
      plans[query.sql] = isFound
      if isFound { return query }
    }
    // Where SQLite would go another way, on which it passes rows that the filter keeps out, these are to be seen.
    return Self.select(columns.list, of: list, nil, beyond)
  }

  private static func select(
    _ columns: String, of list: ListQuery, _ range: QueryFragment?, _ beyond: QueryFragment?
  ) -> QueryFragment {
    let filter = list.filter.map { ", \($0.condition)" as QueryFragment } ?? ""
    let conditions = [range, beyond].compactMap(\.self)
    let condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))" as QueryFragment
    return """
      SELECT \(raw: columns)\(filter) FROM \(raw: list.table.quoted)\(condition) \
      ORDER BY \(list.order.terms(.down))
      """
  }
}
