// The records that were marked at once: a condition and a moment, not an identity for each.
//
// Marked is what the list showed at that moment and what its condition still finds. A record that comes later, or that an
// edit lets the condition find, is not marked: a sketch of the identities at that moment tells it apart, whatever the
// identity is. Rowids beyond the last of that moment are not even looked at.
public import Databases
import LiveQueries
import StructuredQueries

/// What a list showed at one moment.
public struct MarkedList: Hashable, Sendable {
  /// The identities at that moment. Shared: it does not change.
  private final class Moment: Sendable {
    let sketch: IdentitySketch

    init(_ sketch: IdentitySketch) { self.sketch = sketch }
  }

  /// How things stand with the marked records.
  public struct Standing: Hashable, Sendable {
    /// How many the condition finds, those that have come since included.
    fileprivate var found = 0
    fileprivate var difference = IdentitySketch.Difference()

    /// How many are marked, without those that were taken out one by one.
    public func count(except: Set<RecordID>) -> Int {
      max(0, found - difference.arrived.count - except.count { !difference.gone.contains($0.sketched) })
    }
  }

  /// Too many records have come or gone to tell which of them were marked.
  public struct TooManyChanges: SentenceError, Hashable, Sendable {
    public var description: String { "too many records have come or gone since they were marked" }
  }

  /// The table of the records.
  public private(set) var table: ListedTable
  private var search: SearchQuery
  private var filters: [RecordFilter]
  private let lastRowID: Int?
  private var moment: Moment

  /// What the list shows now. Inside a read.
  public init(_ list: ListQuery, _ db: Database) throws {
    (table, search, filters) = (list.table, list.search, list.filter.map { [$0] } ?? [])
    if case .rowID = list.table.identity {
      lastRowID = try list.table.newestIdentity(db)
    } else {
      lastRowID = nil
    }
    moment = Moment(IdentitySketch())
    moment = Moment(try sketch(db))
  }

  public static func == (a: Self, b: Self) -> Bool { a.moment === b.moment }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(moment)) }

  /// How things stood at that moment.
  public var initialStanding: Standing { Standing(found: moment.sketch.count) }

  /// Whether the condition holds for each record of another list.
  public func finds(all list: ListQuery) -> Bool {
    Set(search.terms).isSubset(of: list.search.terms) && Set(search.excluded).isSubset(of: list.search.excluded)
      && filters.allSatisfy { $0 == list.filter }
  }

  /// Whether the condition finds only what another list shows.
  func narrows(to list: ListQuery) -> Bool {
    Set(list.search.terms).isSubset(of: search.terms) && Set(list.search.excluded).isSubset(of: search.excluded)
      && list.filter.map(filters.contains) != false
  }

  /// Whether a record is marked that the condition finds.
  public func contains(_ id: RecordID, _ standing: Standing) -> Bool {
    if let lastRowID, let rowID = id.rowID, rowID > lastRowID { return false }
    return standing.difference.arrived.isEmpty || !standing.difference.arrived.contains(id.sketched)
  }

  /// How things stand now. Inside a read.
  public func standing(_ db: Database) throws -> Standing {
    let now = try sketch(db)
    // An empty set has no members to tell apart.
    if now.count == 0 { return Standing() }
    guard let difference = now.difference(from: moment.sketch) else { throw TooManyChanges() }
    return Standing(found: now.count, difference: difference)
  }

  /// Those of the marked records that another list shows too. Inside a read.
  public func narrowed(
    to list: ListQuery, except: Set<RecordID>, _ db: Database
  ) throws -> (MarkedList, Standing) {
    let standing = try standing(db)
    var narrowed = self
    narrowed.search = SearchQuery(search, list.search)
    narrowed.filters += list.filter.map { filters.contains($0) ? [] : [$0] } ?? []
    var sketch = IdentitySketch()
    var now = Standing()
    try narrowed.walk(db) { id in
      now.found += 1
      if contains(id, standing), !except.contains(id) {
        sketch.add(id.sketched)
      } else {
        now.difference.arrived.insert(id.sketched)
      }
    }
    narrowed.moment = Moment(sketch)
    return (narrowed, now)
  }

  /// The same of a table that has been altered; `nil` where that has no such identities or columns.
  public func over(_ table: ListedTable) -> MarkedList? {
    let columns = Set(table.columns + table.identity.columns)
    guard table.identity == self.table.identity, filters.allSatisfy({ columns.isSuperset(of: $0.columns) }) else {
      return nil
    }
    var list = self
    list.table = table
    return list
  }

  /// The identities of the marked records, in an order or in none. Inside a read.
  public func identities(by order: ListOrder? = nil, _ db: Database) throws -> [RecordID] {
    var now = IdentitySketch()
    var ids: [RecordID] = []
    try walk(by: order, db) { id in
      now.add(id.sketched)
      ids.append(id)
    }
    if ids.isEmpty { return [] }
    guard let difference = now.difference(from: moment.sketch) else { throw TooManyChanges() }
    return difference.arrived.isEmpty ? ids : ids.filter { !difference.arrived.contains($0.sketched) }
  }

  /// Those of some records that the condition does not find. Inside a read.
  func missed(among ids: some Sequence<RecordID>, _ db: Database) throws -> Set<RecordID> {
    try table.unlisted(ids, search, filters, db)
  }

  private func sketch(_ db: Database) throws -> IdentitySketch {
    var sketch = IdentitySketch()
    try walk(db) { sketch.add($0.sketched) }
    return sketch
  }

  /// Goes through the identities of all records that the condition finds.
  private func walk(by order: ListOrder? = nil, _ db: Database, _ found: (RecordID) -> Void) throws {
    var columns = StatementColumns()
    columns.add(table.identity == .none ? table.listedColumns : table.identityColumns)
    let fields = columns.add(table.columns(testedBy: search).map(\.quotedName))
    let few = try table.candidates(search, db)?.few()
    var conditions = filters.map(\.condition)
    if let lastRowID { conditions.append("\(raw: table.identityColumns[0]) <= \(bind: lastRowID)") }
    var query: QueryFragment = "SELECT \(raw: columns.list) FROM \(table.rows(among: few))"
    if !conditions.isEmpty { query = "\(query) WHERE \(conditions.joined(separator: " AND "))" }
    if let order, !order.terms.isEmpty { query = "\(query) ORDER BY \(order.terms(.down))" }
    try SearchWalk(search: search, fields: fields).run(query, db) { statement in
      found(table.identity(statement))
      return true
    }
  }
}
