// The pages of a listing.
//
// An order that has an index is walked from key to key. Of one that has none, and of few candidates for a search, the
// identities are sorted first, in one read, and then looked up one after the other: sorting whole records for each page
// would take for ever, and memory for several copies of them.
public import Databases
import LiveQueries
import StructuredQueries

extension RecordListing {
  /// Where a page begins.
  public struct Place: Sendable {
    /// How many records are wanted from here on.
    fileprivate var left: Int
    /// Where the last record of the page before stood; `nil` at the start.
    fileprivate var key: RowKey?
    /// Whether the order is walked: the index was asked, and does not know few candidates.
    fileprivate var isWalked = false
    /// The identities that are still to come; `nil` before they were sorted, and where the order is walked.
    fileprivate var identities: ArraySlice<RecordID>?
    /// How many records have been passed of a table whose records nothing tells apart.
    fileprivate var passed = 0
  }

  /// Some records that follow one another.
  public struct Page: Sendable {
    /// Of each record a value for each column, to the byte.
    public fileprivate(set) var rows: [[ExactValue]] = []
    /// Where the next page begins; `nil` behind the last one.
    public fileprivate(set) var next: Place?
    fileprivate var byteCount = 0

    /// Whether it holds as many rows as make a page, or rows that are as long.
    fileprivate var isFull: Bool { rows.count >= 1000 || byteCount >= 1 << 20 }

    /// The same where each page passes all rows of the pages before it once more.
    fileprivate var isFullByPlace: Bool { rows.count >= 8000 || byteCount >= 2 << 20 }

    fileprivate mutating func append(_ row: [ExactValue]) {
      rows.append(row)
      byteCount += row.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// Where the first page begins; `nil` where nothing is wanted.
  public var start: Place? { limit == 0 ? nil : Place(left: limit ?? .max) }

  /// The records from `place` on, as many as make a page. Inside a read.
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

  /// A page of a view, or of a table whose records nothing tells apart: found by its place, which is all that there is.
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
      // Leaves out what has gone meanwhile, or no longer matches.
      try walk.run(query, db) { statement in
        page.append(values.map(statement.exactValue))
        left -= 1
        return true
      }
    }
    if left > 0, !identities.isEmpty { page.next = Place(left: left, identities: identities) }
    return page
  }

  /// The identities in their order: all candidates, since each is still to be tested; otherwise the first `most` that
  /// the search finds.
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

  /// The columns of the rows that hold what is asked for.
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
