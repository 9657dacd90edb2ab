// One pass over the records of a list, in slices by key.
//
// Between two slices other programs commit and empty the log: with a rollback journal one long read would keep them
// waiting to its end. What they change meanwhile the pass may miss or see, and its read says so (`Database.isMixed`).
import Databases
import LiveQueries
import StructuredQueries

/// A pass over the records that a list shows, in its order, which an index gives.
struct SlicedScan {
  var list: ListQuery
  let db: Database
  /// A slice has no more rows than these, and takes no longer than this but for one long row.
  var mostRows = 1 << 13
  var longest = Duration.milliseconds(5)
  /// After so many rows `progress` hears again how far the pass has come.
  var rowsBetweenProgress = 1 << 13

  /// Between two looks at the clock so many rows are read.
  private static var rowsBetweenLooks: Int { 64 }

  /// Hands each record to `found`, until that says that it has enough. A record's columns are those of its identity,
  /// then those of the order. `progress` gets the place of the last record of a slice, and how many have been tested.
  func run(
    progress: (RowKey, _ tested: Int) throws -> Void, _ found: (PreparedStatement) throws -> Bool
  ) throws {
    let table = list.table
    let searched = table.columns(testedBy: list.search).map(\.quotedName)
    let columns = table.identityColumns + list.order.columnNames + searched
    let keys = table.identityColumns.count..<columns.count - searched.count
    let matcher = SearchMatcher(list.search)
    var (key, tested, reported): (RowKey?, Int, Int) = (nil, 0, -rowsBetweenProgress)
    while true {
      let (start, before) = (ContinuousClock.now, tested)
      /// The place where a slice ends that is not the last; nothing follows where `found` has enough.
      var (end, hasEnough): (RowKey?, Bool) = (nil, false)
      for part in list.order.conditions(beyond: key, .down) where end == nil && !hasEnough {
        let query = select(columns, part)
        try db.withStatement(query.sql) { statement in
          try query.bind(to: statement)
          while end == nil, !hasEnough, try statement.step() {
            tested += 1
            if matcher.matches(statement, keys.upperBound..<columns.count) { hasEnough = try !found(statement) }
            let isLong =
              tested - before == mostRows
              || tested % Self.rowsBetweenLooks == 0 && ContinuousClock.now - start > longest
            if isLong { end = RowKey(statement, keys) }
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
    let query: QueryFragment = "SELECT \(raw: columns.joined(separator: ", ")) FROM \(raw: list.table.quoted)"
    let conditions = [beyond, list.filter?.condition].compactMap(\.self)
    let rows = conditions.isEmpty ? query : "\(query) WHERE \(conditions.joined(separator: " AND "))"
    return "\(rows) ORDER BY \(list.order.terms(.down))"
  }
}
