// The pages of a listing.
//
// An order with an index is walked from key to key. In an order without one, or with few candidates for a search, one
// read sorts the identities first, and then each record is looked up. To sort whole records for each page would take
// very long, and memory for several copies of them.
public import Databases
import LiveQueries
import StructuredQueries

extension RecordListing {
  /// The start of a page.
  public struct Place: Sendable {
    /// How many more records are wanted.
    fileprivate var left: Int
    /// The key of the last record of the page before; nil at the start.
    fileprivate var key: RowKey?
    /// Whether the order is walked: the index was asked, and the candidates are not few.
    fileprivate var isWalked = false
    /// The identities that are still to come; nil before they are sorted, or if the order is walked.
    fileprivate var identities: ArraySlice<RecordID>?
    /// How many rows have been passed in a table without an identity.
    fileprivate var passed = 0
  }

  /// A run of consecutive records.
  public struct Page: Sendable {
    /// The exact values of each record, one for each column.
    public fileprivate(set) var rows: [[ExactValue]] = []
    /// The start of the next page; nil after the last.
    public fileprivate(set) var next: Place?
    fileprivate var byteCount = 0

    /// Whether it has enough rows or bytes for a page.
    fileprivate var isFull: Bool { rows.count >= 1000 || byteCount >= 1 << 20 }

    /// The same for listings by place, in which each page passes all rows of the earlier pages again.
    fileprivate var isFullByPlace: Bool { rows.count >= 8000 || byteCount >= 2 << 20 }

    fileprivate mutating func append(_ row: [ExactValue]) {
      rows.append(row)
      byteCount += row.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// The start of the first page; nil if no records are wanted.
  public var start: Place? { limit == 0 ? nil : Place(left: limit ?? .max) }

  /// The records from `place` on, up to a full page. Call inside a read.
  public func page(from place: Place, _ db: Database) throws -> Page {
    if table.identity == .none { return try page(behind: place, db) }
    if place.isWalked { return try page(beyondKeyOf: place, db) }
    if let identities = place.identities { return try page(of: identities, place.left, db) }
    let few = try candidates(db)
    if few == nil, order.isIndexed, !table.isReadByRowID { return try page(beyondKeyOf: place, db) }
    return try page(of: sortedIdentities(among: few, place.left, db), place.left, db)
  }

  private func page(beyondKeyOf place: Place, _ db: Database) throws -> Page {
    var columns = StatementColumns()
    let values = columns.add(columnNames)
    let keys = columns.add(order.columnNames)
    let walk = SearchWalk(search: search, fields: columns.add(searched))
    var page = Page()
    var left = place.left
    for part in order.conditions(beyond: place.key, .down) where left > 0 && page.next == nil {
      let query = select(columns, part)
      try walk.run("\(query) ORDER BY \(order.terms(.down))", db) { statement in
        page.append(values.map(statement.exactValue))
        left -= 1
        if left > 0, page.isFull {
          page.next = Place(left: left, key: RowKey(statement, keys), isWalked: true)
        }
        return left > 0 && page.next == nil
      }
    }
    if let next = page.next?.key, let key = place.key, try !order.isBeyond(next, after: key, in: table, db) {
      throw DatabaseError.damaged("the records do not stand in their order")
    }
    return page
  }

  /// A page of a view or of a table without an identity, found by its place.
  private func page(behind place: Place, _ db: Database) throws -> Page {
    var columns = StatementColumns()
    let (values, fields) = (columns.add(columnNames), columns.add(searched))
    var query = select(columns)
    if let sort {
      let term = ListOrder.Term(sort.column, collation: "NOCASE", isDescending: sort.isDescending)
      query = "\(query) ORDER BY \(ListOrder([term]).terms(.down))"
    }
    query = "\(query) LIMIT -1 OFFSET \(bind: place.passed)"
    let matcher = SearchMatcher(search)
    var page = Page()
    var (left, passed) = (place.left, place.passed)
    try SearchWalk(search: SearchQuery(), fields: []).run(query, db) { statement in
      passed += 1
      guard matcher.matches(statement, fields) else { return true }
      page.append(values.map(statement.exactValue))
      left -= 1
      if left > 0, page.isFullByPlace { page.next = Place(left: left, passed: passed) }
      return left > 0 && page.next == nil
    }
    return page
  }

  private func page(of identities: ArraySlice<RecordID>, _ most: Int, _ db: Database) throws -> Page {
    var identities = identities
    var left = most
    var columns = StatementColumns()
    let values = columns.add(columnNames)
    let walk = SearchWalk(search: search, fields: columns.add(searched))
    var page = Page()
    while left > 0, !page.isFull, let id = identities.popFirst() {
      let query = select(columns, table.condition(of: id))
      // Leaves out a record that has gone or no longer matches.
      try walk.run(query, db) { statement in
        page.append(values.map(statement.exactValue))
        left -= 1
        return true
      }
    }
    if left > 0, !identities.isEmpty { page.next = Place(left: left, identities: identities) }
    return page
  }

  /// The identities in order: all candidates, since each is still to be tested; without candidates the first `most`
  /// hits of the search.
  private func sortedIdentities(
    among candidates: QueryFragment?, _ most: Int, _ db: Database
  ) throws -> ArraySlice<RecordID> {
    var columns = StatementColumns()
    columns.add(table.identityColumns)
    let fields = candidates == nil ? columns.add(searched) : []
    let query = select(columns, among: candidates)
    let walk = SearchWalk(search: candidates == nil ? search : SearchQuery(), fields: fields)
    var identities: ArraySlice<RecordID> = []
    try walk.run("\(query) ORDER BY \(order.terms(.down))", db) { statement in
      identities.append(table.identity(statement))
      return candidates != nil || identities.count < most
    }
    return identities
  }

  /// A query for the columns of the rows that the conditions admit.
  private func select(
    _ columns: StatementColumns, among candidates: QueryFragment? = nil, _ condition: QueryFragment? = nil
  ) -> QueryFragment {
    let query: QueryFragment = "SELECT \(raw: columns.list) FROM \(table.rows(among: candidates))"
    let conditions = [condition].compactMap(\.self) + filters.map(\.condition)
    return conditions.isEmpty ? query : "\(query) WHERE \(conditions.joined(separator: " AND "))"
  }

  private var searched: [String] { table.columns(testedBy: search).map { $0.quotedName } }

  private func candidates(_ db: Database) throws -> QueryFragment? {
    try table.candidates(search, db)?.few()
  }

  private var columnNames: [String] { table.columns.map { $0.quotedName } }
}
