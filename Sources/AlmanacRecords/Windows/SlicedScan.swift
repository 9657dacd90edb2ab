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
  /// What is read of each record besides, in SQL.
  let values: [String]
  /// What an index tells of the filter: no other rows are visited, and none is passed unseen. `nil` where no index has
  /// these rows in the order of the list.
  private let range: QueryFragment?

  init(
    list: ListQuery, db: Database, mostRows: Int = 1 << 13, mostBytes: Int = 1 << 22,
    longest: Duration = .milliseconds(5), rowsBetweenProgress: Int = 1 << 13, values: [String] = []
  ) throws {
    (self.db, self.mostRows, self.mostBytes) = (db, mostRows, mostBytes)
    (self.longest, self.rowsBetweenProgress, self.values) = (longest, rowsBetweenProgress, values)
    let filtered = list.with { list in list.order = list.order.removing { list.filter?.fixes($0) == true } }
    if let filter = list.filter, let range = filter.range,
      try Self.isFound(Self.select(["1"], of: filtered, range, nil), by: filter, db)
    {
      (self.list, self.range) = (filtered, range)
    } else {
      (self.list, range) = (list, nil)
    }
  }

  /// Whether SQLite looks up, in one index, all columns of a filter for a statement, and sorts nothing.
  private static func isFound(_ query: QueryFragment, by filter: RecordFilter, _ db: Database) throws -> Bool {
    var steps: [String] = []
    try db.runOnce("EXPLAIN QUERY PLAN " + query.sql) { steps.append($0.text(3)) }
    guard steps.count == 1, steps[0].hasPrefix("SEARCH ") else { return false }
    return filter.columns.allSatisfy { column in
      ["(", " AND "].contains { steps[0].contains("\($0)\(column)=?") }
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

  /// The column in which the values stand that are read besides, or the first of them.
  var firstValue: Int { list.table.identityColumns.count + list.order.terms.count }

  /// Hands each record to `found`, until that says that it has enough. A record's columns are those of its identity,
  /// then those of the order, then `values`. `progress` gets the place of the last record of a slice, and how many have been tested.
  func run(
    progress: (RowKey, _ tested: Int) throws -> Void, _ found: (PreparedStatement) throws -> Bool
  ) throws {
    let table = list.table
    let searched = table.columns(testedBy: list.search).map(\.quotedName)
    let columns = table.identityColumns + list.order.columnNames + values + searched
    let keys = table.identityColumns.count..<firstValue
    let fields = columns.count - searched.count..<columns.count
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
        let query = try select(columns, part, &plans)
        try db.withStatement(query.sql) { statement in
          try query.bind(to: statement)
          while end == nil, !hasEnough, try statement.step() {
            tested += 1
            let before = matcher.byteCount
            let isMatch = matcher.matches(statement, fields)
            if isMatch, !isFiltered || statement.integer(columns.count) != 0 { hasEnough = try !found(statement) }
            if work.add(matcher.byteCount - before, self) { end = RowKey(statement, keys) }
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
    _ columns: [String], _ beyond: QueryFragment?, _ plans: inout [String: Bool]
  ) throws -> QueryFragment {
    if let range, let filter = list.filter {
      let query = Self.select(columns, of: list, range, beyond)
      let isFound = try plans[query.sql] ?? Self.isFound(query, by: filter, db)
      plans[query.sql] = isFound
      if isFound { return query }
    }
    // Where SQLite would go another way, on which it passes rows that the filter keeps out, these are to be seen.
    return Self.select(columns, of: list, nil, beyond)
  }

  private static func select(
    _ columns: [String], of list: ListQuery, _ range: QueryFragment?, _ beyond: QueryFragment?
  ) -> QueryFragment {
    let filter = list.filter.map { ", \($0.condition)" as QueryFragment } ?? ""
    let conditions = [range, beyond].compactMap(\.self)
    let condition = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))" as QueryFragment
    return """
      SELECT \(raw: columns.joined(separator: ", "))\(filter) FROM \(raw: list.table.quoted)\(condition) \
      ORDER BY \(list.order.terms(.down))
      """
  }
}
