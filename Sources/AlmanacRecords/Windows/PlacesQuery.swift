// Collects where the records of a list stand, in one pass: it gives the first hits of a search, their count, and how far
// it has come.
import Databases
import LiveQueries
import StructuredQueries

/// The places of all records that a list shows.
struct PlacesQuery: LateQuery {
  let list: ListQuery

  var table: String { list.table.name.lowercasedASCII }

  /// The columns that decide where a record stands.
  var columns: [String] {
    (list.order.terms.map(\.column) + searched + (list.filter?.columns ?? [])).map(\.lowercasedASCII)
  }

  /// More hits than these are not shown before the end.
  private static var mostAhead: Int { 10_000 }

  func fetch(
    _ db: Database, progress: (LateValue<CollectedPlaces>.Progress) -> Void
  ) throws -> CollectedPlaces {
    let table = list.table
    let keys = table.identityColumns
    let columns = (keys + searched.map(\.quotedName)).joined(separator: ", ")
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(quote: table.name)"
    if let filter = list.filter { query = "\(query) WHERE \(filter.condition)" }
    query = "\(query) ORDER BY \(list.order.terms(.down))"
    let rows = try rowCount(db)
    var (rowIDs, others, tested) = ([Int](), [RecordID](), 0)
    func places(isWhole: Bool) -> CollectedPlaces {
      CollectedPlaces(
        list, others.isEmpty ? .rowIDs(rowIDs) : .others(others), isWhole: isWhole,
        isOfFewRows: rows <= CollectedPlaces.rowsAtOnce)
    }
    let walk = SearchWalk(search: list.search, fields: keys.count..<keys.count + searched.count)
    var isWhole = true
    try walk.run(query, db) { _ in
      tested += SearchWalk.rowsBetweenProgress
      let count = rowIDs.count + others.count
      progress(
        .init(
          found: count, percent: min(99, tested * 100 / max(1, rows)),
          part: count <= Self.mostAhead ? places(isWhole: false) : nil))
    } _: { statement in
      guard rowIDs.count + others.count < CollectedPlaces.most else {
        isWhole = false
        return false
      }
      let id = table.identity(statement)
      if let rowID = id.rowID { rowIDs.append(rowID) } else { others.append(id) }
      return true
    }
    return places(isWhole: isWhole)
  }

  private var searched: [String] { list.table.columns(testedBy: list.search) }

  /// How many rows the table has.
  private func rowCount(_ db: Database) throws -> Int {
    try db.withStatement("SELECT count(*) FROM \(list.table.quoted)") { try $0.step() ? $0.integer(0) : 0 }
  }
}
