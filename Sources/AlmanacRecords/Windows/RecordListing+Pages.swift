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
    /// The identities of all pages; nil before they are sorted, or if the order is walked.
    fileprivate var identities: FoundIdentities?
    /// How many of the identities have been passed, or how many rows of a table without an identity.
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
    if place.isWalked || table.identity == .none { return try page(behind: place, db) }
    if let identities = place.identities { return try page(of: identities, from: place, db) }
    let few = try table.candidates(list.search, db)?.few()
    if few == nil, list.order.isIndexed, !table.isReadByRowID { return try page(behind: place, db) }
    // All candidates, since each is still to be tested; without candidates the first hits of the search.
    let sorted = few == nil ? list : list.with { $0.search = SearchQuery() }
    let found = try RecordReader(sorted, db, filters: filters).identities(from: table.rows(among: few)) {
      few != nil || $0.count < place.left
    }.found
    return try page(of: found, from: place, db)
  }

  /// A page found by the key of the last record before it; without an identity, by its place.
  private func page(behind place: Place, _ db: Database) throws -> Page {
    var columns = StatementColumns()
    let (values, keys) = (columns.add(columnNames), columns.add(list.order.columnNames))
    let reader = RecordReader(list, db, reading: columns, filters: filters)
    let isByPlace = table.identity == .none
    var page = Page()
    var left = place.left
    let parts = list.order.conditions(beyond: place.key, .down)
    try reader.run(parts, .down, offset: isByPlace ? place.passed : nil) { row in
      page.append(values.map(row.exactValue))
      left -= 1
      guard left > 0, isByPlace ? page.isFullByPlace : page.isFull else { return left > 0 }
      let key = isByPlace ? nil : RowKey(row, keys)
      page.next = Place(left: left, key: key, isWalked: true, passed: place.passed + reader.tested)
      return false
    }
    if let next = page.next?.key, let key = place.key, try !list.order.isBeyond(next, after: key, in: table, db) {
      throw DatabaseError.damaged("the records are not in their order")
    }
    return page
  }

  private func page(of identities: FoundIdentities, from place: Place, _ db: Database) throws -> Page {
    var (left, passed) = (place.left, place.passed)
    var columns = StatementColumns()
    let values = columns.add(columnNames)
    let reader = RecordReader(list, db, reading: columns, filters: filters)
    var page = Page()
    while left > 0, !page.isFull, passed < identities.count {
      // Leaves out a record that has gone or no longer matches.
      try reader.run([table.condition(of: identities[passed])]) { row in
        page.append(values.map(row.exactValue))
        left -= 1
        return true
      }
      passed += 1
    }
    if left > 0, passed < identities.count { page.next = Place(left: left, identities: identities, passed: passed) }
    return page
  }

  private var columnNames: [String] { columns.map { $0.quotedName } }
}
