// Collects the places of a list's records in one pass. On the way it reports the first hits of a search, their count,
// and how far it has come.
public import Databases
public import LiveQueries
import StructuredQueries

/// The places of all records that a list shows.
public struct PlacesQuery: LateQuery {
  let list: ListQuery
  /// The most memory that the places may take, in bytes.
  var mostBytes = CollectedPlaces.mostBytes

  public var table: String { list.table.name.lowercasedASCII }

  /// The columns that decide the place of a record.
  public var columns: [String] {
    let decisive = list.fields.readColumns + (list.condition?.columns ?? [])
    return (list.order.terms.map(\.column) + decisive).map(\.lowercasedASCII)
  }

  public var readsOtherTables: Bool { list.readsOtherTables }

  /// The most hits that are shown before the end of the scan, and that are sorted by a query of their own.
  private static var mostAhead: Int { 10_000 }
  /// The most hits that are sorted again at each report of progress.
  private static var mostSortedAhead: Int { 1_000 }

  public func fetch(
    _ db: Database, progress: (LateValue<CollectedPlaces>.Progress) -> Void
  ) throws -> CollectedPlaces {
    let scan = RecordScan(list: list, db: db)
    let isOfFewRows = try scan.hasFewRows()
    func places(_ found: FoundIdentities, isWhole: Bool) -> CollectedPlaces {
      CollectedPlaces(list, found, isWhole: isWhole, isOfFewRows: isOfFewRows)
    }
    // SQLite sorts all records in one statement, which has no slices. While it runs, a commit of another program waits
    // if the journal is a rollback journal.
    guard list.search.readsTexts else { return try sorted(db, places) }
    let scanned = try SlicedScan(
      list: list.with { if list.isSortedByScan { $0.order = ListOrder(list.table.identity) } }, db: db)
    var (found, isWhole) = (FoundIdentities(), true)
    // Once there are too many hits, the shown ones stay.
    var part: CollectedPlaces?
    try scanned.run { percent in
      if found.count <= (list.isSortedByScan ? Self.mostSortedAhead : Self.mostAhead) {
        part = try (list.isSortedByScan ? inOrder(found, db) : found).map { places($0, isWhole: false) }
      }
      progress(.init(found: found.count, percent: percent, part: part))
    } _: { statement in
      isWhole = found.byteCount < mostBytes
      if isWhole { found.append(list.table.identity(statement)) }
      return isWhole
    }
    guard list.isSortedByScan else { return places(found, isWhole: isWhole) }
    try db.renewSnapshot()
    // Only SQLite compares values as it does. It takes no list of very many hits, or of keys that are not rowids: then
    // it finds them once more while it sorts.
    return try inOrder(found, db).map { places($0, isWhole: isWhole) } ?? sorted(db, places)
  }

  /// All records that the search finds, in list order, from one SQLite statement.
  private func sorted(
    _ db: Database, _ places: (FoundIdentities, _ isWhole: Bool) -> CollectedPlaces
  ) throws -> CollectedPlaces {
    let (found, isWhole) = try RecordReader(list, db).identities { $0.byteCount < mostBytes }
    return places(found, isWhole)
  }

  /// The same identities in list order; nil if they are many or not rowids.
  private func inOrder(_ found: FoundIdentities, _ db: Database) throws -> FoundIdentities? {
    guard found.count <= Self.mostAhead, let rowIDs = found.rowIDs, case .rowID(let name) = list.table.identity else {
      return nil
    }
    let numbers = "[\(rowIDs.map(String.init).joined(separator: ","))]"
    let among: QueryFragment = "\(raw: name.quotedName) IN (SELECT value FROM json_each(\(bind: numbers)))"
    return try RecordReader(ListQuery(list.table, order: list.order), db).identities([among]).found
  }
}
