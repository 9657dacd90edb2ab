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
    if place.isWalked || table.identity == .none { return try page(behind: place, db) }
    if let identities = place.identities { return try page(of: identities, place.left, db) }
    let few = try table.candidates(list.search, db)?.few()
    if few == nil, list.order.isIndexed, !table.isReadByRowID { return try page(behind: place, db) }
    return try page(of: sortedIdentities(among: few, place.left, db), place.left, db)
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
      throw DatabaseError.damaged("the records do not stand in their order")
    }
    return page
  }

  private func page(of identities: ArraySlice<RecordID>, _ most: Int, _ db: Database) throws -> Page {
    var identities = identities
    var left = most
    var columns = StatementColumns()
    let values = columns.add(columnNames)
    let reader = RecordReader(list, db, reading: columns, filters: filters)
    var page = Page()
    while left > 0, !page.isFull, let id = identities.popFirst() {
      // Leaves out a record that has gone or no longer matches.
      try reader.run([table.condition(of: id)]) { row in
        page.append(values.map(row.exactValue))
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
    let list = candidates == nil ? list : list.with { $0.search = SearchQuery() }
    var identities: ArraySlice<RecordID> = []
    try RecordReader(list, db, filters: filters).run(from: table.rows(among: candidates), [nil], .down) { row in
      identities.append(table.identity(row))
      return candidates != nil || identities.count < most
    }
    return identities
  }

  private var columnNames: [String] { table.columns.map { $0.quotedName } }
}
