// Finds the records that were added to a list by their rowids, which are assigned in order.
public import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// The records with rowids above `since` that are in the list at `last` or above it, and whether these are all. If
  /// there are very many, or long texts to search, only the newest are tested.
  func arrivals(
    since: Int, upTo last: RowKey, most: Int = 1_000, mostBytes: Int = 4 << 20
  ) throws -> RecordsWindow.Arrivals {
    guard case .rowID(let name) = list.table.identity else { return RecordsWindow.Arrivals() }
    let id = name.quotedName
    var oldest: Int?
    var isComplete = true
    var newest: QueryFragment = "SELECT \(raw: id) FROM \(raw: table) WHERE \(raw: id) > \(bind: since)"
    newest = "\(newest) ORDER BY \(raw: id) DESC LIMIT \(raw: String(most + 1))"
    try db.withStatement(newest.sql) { statement in
      try newest.bind(to: statement)
      var count = 0
      while try statement.step() {
        count += 1
        if count <= most { oldest = statement.integer(0) } else { isComplete = false }
      }
    }
    guard let oldest else { return RecordsWindow.Arrivals(isComplete: isComplete) }
    var columns = StatementColumns()
    columns.add([id])
    let fields = columns.add(searched)
    // Read by identity, whatever index the order has.
    var query: QueryFragment =
      "SELECT \(raw: columns.list) FROM \(raw: table) NOT INDEXED WHERE \(raw: id) >= \(bind: oldest)"
    let upToLast = list.order.conditions(beyond: last, .up, inclusive: true, inOne: true)
    for condition in (upToLast + [list.filter?.condition]).compactMap(\.self) { query = "\(query) AND \(condition)" }
    query = "\(query) ORDER BY \(raw: id) DESC"
    var ids: Set<RecordID> = []
    let walk = SearchWalk(search: list.search, fields: fields)
    let isWhole = try walk.run(query, db, mostBytes: mostBytes) { statement in
      ids.insert(list.table.identity(statement))
      return true
    }
    return RecordsWindow.Arrivals(ids: ids, isComplete: isComplete && isWhole)
  }

  private var table: String { list.table.quoted }
}

extension ListedTable {
  /// The greatest rowid; 0 without records or without rowids. Call inside a read.
  public func newestIdentity(_ db: Database) throws -> Int {
    guard case .rowID(let name) = identity else { return 0 }
    return try db.withStatement("SELECT max(\(name.quotedName)) FROM \(quoted)") { statement in
      try statement.step() && !statement.isNull(0) ? statement.integer(0) : 0
    }
  }
}
