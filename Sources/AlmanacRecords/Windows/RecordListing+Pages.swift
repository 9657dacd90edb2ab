// The pages of a listing.
//
// An order that has an index is walked from key to key. Of one that has none the identities are sorted first, in one
// read, and then looked up one after the other: sorting the whole table for each page would take for ever.
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
    /// Whether the index was asked and knows few candidates; `nil` before it was asked.
    fileprivate var isIndexUsed: Bool?
    /// The identities that are still to come, in an order without an index; `nil` before they were sorted.
    fileprivate var identities: ArraySlice<Int>?
  }

  /// Some records that follow one another.
  public struct Page: Sendable {
    /// Of each record a value for each column.
    public fileprivate(set) var rows: [[SQLiteValue]] = []
    /// Where the next page begins; `nil` behind the last one.
    public fileprivate(set) var next: Place?
    fileprivate var byteCount = 0

    /// Whether it holds as many rows as make a page, or rows that are as long.
    fileprivate var isFull: Bool { rows.count >= 1000 || byteCount >= 1 << 20 }

    fileprivate mutating func append(_ row: [SQLiteValue]) {
      rows.append(row)
      byteCount += row.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// Where the first page begins; `nil` where nothing is wanted.
  public var start: Place? { limit == 0 ? nil : Place(left: limit ?? .max) }

  /// The records from `place` on, as many as make a page. Inside a read.
  public func page(from place: Place, _ db: Database) throws -> Page {
    isOrderIndexed ? try page(beyondKeyOf: place, db) : try page(ofIdentitiesOf: place, db)
  }

  private func page(beyondKeyOf place: Place, _ db: Database) throws -> Page {
    let few = place.isIndexUsed == false ? nil : try candidates(db)
    let keys = Self.columns.count..<Self.columns.count + order.columnNames.count
    let walk = walk(behind: keys.upperBound)
    var page = Page()
    var left = place.left
    for part in order.conditions(beyond: place.key, .down, isSorted: few != nil) where left > 0 && page.next == nil {
      let query = select(Self.columnNames + order.columnNames, among: few, part)
      try walk.run("\(query) ORDER BY \(order.terms(.down))", db) { statement in
        page.append(Self.columns.indices.map(statement.value))
        left -= 1
        if left > 0, page.isFull {
          page.next = Place(left: left, key: RowKey(statement, keys), isIndexUsed: few != nil)
        }
        return left > 0 && page.next == nil
      }
    }
    return page
  }

  private func page(ofIdentitiesOf place: Place, _ db: Database) throws -> Page {
    var identities = try place.identities ?? sortedIdentities(place.left, db)
    let walk = walk(behind: Self.columns.count)
    var query = select(Self.columnNames, "\"id\" = \(bind: 0)")
    var page = Page()
    while !page.isFull, let id = identities.popFirst() {
      query.bindings[0] = .integer(id)
      // Who has gone meanwhile, or is not any more what is asked for, is left out.
      try walk.run(query, db) { statement in
        page.append(Self.columns.indices.map(statement.value))
        return true
      }
    }
    if !identities.isEmpty { page.next = Place(left: identities.count, identities: identities) }
    return page
  }

  private func sortedIdentities(_ most: Int, _ db: Database) throws -> ArraySlice<Int> {
    let query = select(["\"id\""], among: try candidates(db))
    var identities: ArraySlice<Int> = []
    try walk(behind: 1).run("\(query) ORDER BY \(order.terms(.down))", db) { statement in
      identities.append(statement.integer(0))
      return identities.count < most
    }
    return identities
  }

  /// The columns, and behind them those that are searched, of the rows that hold what is asked for.
  private func select(
    _ columns: [String], among candidates: QueryFragment? = nil, _ condition: QueryFragment? = nil
  ) -> QueryFragment {
    let all = (columns + searched).joined(separator: ", ")
    let query: QueryFragment = "SELECT \(raw: all) FROM \(Record.rows(among: candidates))"
    let conditions = [condition].compactMap(\.self) + conditions.map(\.fragment)
    return conditions.isEmpty ? query : "\(query) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// A walk over rows with so many columns before those that are searched.
  private func walk(behind columns: Int) -> SearchWalk {
    SearchWalk(search: search, fields: columns..<columns + searched.count)
  }

  private var searched: [String] { Record.columns(testedBy: search).map { QueryFragment(quote: $0).sql } }

  private func candidates(_ db: Database) throws -> QueryFragment? {
    try SearchCandidates(index: Record.searchIndex, search: search, db: db).few()
  }

  private static var columnNames: [String] { columns.map { QueryFragment(quote: $0).sql } }
}

extension SQLiteValue {
  /// How many bytes of text or of a blob there are.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }
}
