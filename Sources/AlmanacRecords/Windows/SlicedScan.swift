// One pass over the records of a list, in slices by key.
//
// Between two slices other programs commit and empty the log: with a rollback journal one long read would keep them
// waiting to its end. What they change meanwhile the pass may miss or see, and its read says so (`Database.spansCommits`).
import Databases
import LiveQueries
import StructuredQueries

/// A pass over the records that a list shows, in its order, which an index gives.
struct SlicedScan {
  var list: ListQuery
  let db: Database
  /// A slice visits no more rows than these, and takes no longer than this but for one long row. Rows count that the
  /// filter keeps out too: it is a column of each row, since in a `WHERE` it would hide how many are passed.
  var mostRows = 1 << 13
  var mostBytes = 1 << 22
  var longest = Duration.milliseconds(5)
  /// After so many rows `progress` hears again how far the pass has come.
  var rowsBetweenProgress = 1 << 13

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

  /// Hands each record to `found`, until that says that it has enough. A record's columns are those of its identity,
  /// then those of the order. `progress` gets the place of the last record of a slice, and how many have been tested.
  func run(
    progress: (RowKey, _ tested: Int) throws -> Void, _ found: (PreparedStatement) throws -> Bool
  ) throws {
    let table = list.table
    let searched = table.columns(testedBy: list.search).map(\.quotedName)
    let columns = table.identityColumns + list.order.columnNames + searched
    let keys = table.identityColumns.count..<columns.count - searched.count
    let isFiltered = list.filter != nil
    let matcher = SearchMatcher(list.search)
    var (key, tested, reported): (RowKey?, Int, Int) = (nil, 0, -rowsBetweenProgress)
    while true {
      var work = Work()
      /// The place where a slice ends that is not the last; nothing follows where `found` has enough.
      var (end, hasEnough): (RowKey?, Bool) = (nil, false)
      for part in list.order.conditions(beyond: key, .down) where end == nil && !hasEnough {
        let query = select(columns, part)
        try db.withStatement(query.sql) { statement in
          try query.bind(to: statement)
          while end == nil, !hasEnough, try statement.step() {
            tested += 1
            let before = matcher.byteCount
            let isMatch = matcher.matches(statement, keys.upperBound..<columns.count)
            if isMatch, !isFiltered || statement.integer(columns.count) != 0 { hasEnough = try !found(statement) }
            if work.add(matcher.byteCount - before, self) { end = RowKey(statement, keys) }
          }
        }
      }
      guard let end, !hasEnough else { return }
      if let key, try !list.order.isBeyond(end, key, db) {
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

  private func select(_ columns: [String], _ beyond: QueryFragment?) -> QueryFragment {
    let filter = list.filter.map { ", \($0.condition)" as QueryFragment } ?? ""
    let condition = beyond.map { " WHERE \($0)" as QueryFragment } ?? ""
    return """
      SELECT \(raw: columns.joined(separator: ", "))\(filter) FROM \(raw: list.table.quoted)\(condition) \
      ORDER BY \(list.order.terms(.down))
      """
  }
}
