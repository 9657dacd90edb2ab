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
    let newest = try SQLQuery<Int>(
      """
      SELECT \(raw: id) FROM \(raw: list.table.quoted) WHERE \(raw: id) > \(bind: since) \
      ORDER BY \(raw: id) DESC LIMIT \(raw: String(most + 1))
      """
    ).fetchAll(db)
    let isComplete = newest.count <= most
    guard let oldest = newest.prefix(most).last else { return RecordsWindow.Arrivals(isComplete: isComplete) }
    let upToLast = list.order.conditions(beyond: last, .up, inclusive: true, inOne: true).compactMap(\.self)
    let condition = (["\(raw: id) >= \(bind: oldest)"] + upToLast).joined(separator: " AND ")
    var ids: Set<RecordID> = []
    let newestFirst = list.with { $0.order = ListOrder(name, isDescending: true) }
    // Read by identity, whatever index the order has.
    let isWhole = try RecordReader(newestFirst, db).run(
      from: "\(raw: list.table.quoted) NOT INDEXED", [condition], .down, mostBytes: mostBytes
    ) { row in
      ids.insert(list.table.identity(row))
      return true
    }
    return RecordsWindow.Arrivals(ids: ids, isComplete: isComplete && isWhole)
  }
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
