// Which records have been added to a list, found by their identities, which are given out in order.
public import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// Of the records with identities above `since`, those that stand in the list at `last` or above, and whether these
  /// are all: of a multitude, or of long texts that are searched, the newest are looked through.
  func arrivals(
    since: Int, upTo last: RowKey, most: Int = 1_000, mostBytes: Int = 4 << 20
  ) throws -> (ids: Set<Int>, isComplete: Bool) {
    var oldest: Int?
    var isComplete = true
    var newest: QueryFragment = "SELECT \"id\" FROM \(raw: table) WHERE \"id\" > \(bind: since)"
    newest = "\(newest) ORDER BY \"id\" DESC LIMIT \(raw: String(most + 1))"
    try db.withStatement(newest.sql) { statement in
      try newest.bind(to: statement)
      var count = 0
      while try statement.step() {
        count += 1
        if count <= most { oldest = statement.integer(0) } else { isComplete = false }
      }
    }
    guard let oldest else { return ([], isComplete) }
    let columns = (["id"] + searched).map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    // By identity, whatever index the order has.
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(raw: table) NOT INDEXED WHERE \"id\" >= \(bind: oldest)"
    let upToLast = list.order.conditions(beyond: last, .up, inclusive: true, isSorted: true)
    for condition in (upToLast + [list.filter?.condition]).compactMap(\.self) { query = "\(query) AND \(condition)" }
    query = "\(query) ORDER BY \"id\" DESC"
    var ids: Set<Int> = []
    let walk = SearchWalk(search: list.search, fields: 1..<1 + searched.count)
    let isWhole = try walk.run(query, db, mostBytes: mostBytes) { statement in
      ids.insert(statement.integer(0))
      return true
    }
    return (ids, isComplete && isWhole)
  }

  private var table: String { list.table.quoted }
}

extension ListedTable {
  /// The newest identity of all, 0 where there are no records. Inside a read.
  public func newestIdentity(_ db: Database) throws -> Int {
    try db.withStatement("SELECT max(\"id\") FROM \(quoted)") { statement in
      try statement.step() && !statement.isNull(0) ? statement.integer(0) : 0
    }
  }
}
