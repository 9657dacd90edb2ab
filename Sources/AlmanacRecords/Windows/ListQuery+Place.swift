// Where one record stands in a list, if that shows it.
public import Databases
import LiveQueries
import StructuredQueries

extension ListQuery {
  /// Where the record with this identity stands in the list; `nil` when there is none, or when the list does not show it.
  /// Inside a read.
  public func place(of id: RecordID, _ db: Database) throws -> RowKey? {
    if table.identity == .none { return try RecordScan(list: self, db: db).place(of: id) }
    var columns = StatementColumns()
    let key = columns.add(order.columnNames)
    let searched = columns.add(table.columns(testedBy: search).map(\.quotedName))
    var query: QueryFragment = "SELECT \(raw: columns.list) FROM \(raw: table.quoted) WHERE \(table.condition(of: id))"
    if let filter { query = "\(query) AND \(filter.condition)" }
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      guard try statement.step(), SearchMatcher(search).matches(statement, searched) else { return nil }
      return RowKey(statement, key)
    }
  }

  /// More identities than these are not put into order: each comparison is a statement, since only SQLite compares values
  /// as it does.
  private static var mostInOrder: Int { 1_000 }

  /// Identities in the order of the list, without those of records that it does not show; those of very many in the order
  /// of the table. Inside a read.
  func inOrder(_ ids: [RecordID], _ db: Database) throws -> [RecordID] {
    // Those that are told apart by what they hold are met in their order when they are read.
    guard table.identity != .none, 1 < ids.count, ids.count <= Self.mostInOrder else { return ids.inTableOrder }
    let places = try ids.compactMap { id in try place(of: id, db).map { (id: id, key: $0) } }
    return try places.sorted { try order.isBeyond($1.key, after: $0.key, in: table, db) }.map(\.id)
  }
}
