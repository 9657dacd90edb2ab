// Counts the records that a search finds.
import Databases
import LiveQueries
import StructuredQueries

/// A count of the records of a table that a search finds and a filter lets through.
struct CountQuery: LateQuery {
  let listed: ListedTable
  var search = SearchQuery()
  var filter: RecordFilter?

  var table: String { listed.name.lowercasedASCII }

  /// The columns that decide whether a record is counted.
  var columns: [String] { (listed.columns(testedBy: search) + (filter?.columns ?? [])).map(\.lowercasedASCII) }

  /// A count of all records is arithmetic.
  func value(_ count: Int, after change: TableChange) -> Int? {
    columns.isEmpty ? count + change.inserted - change.deleted : nil
  }

  /// Counts inside a read. A long count tells `progress` how far it is, on the reader's thread.
  func fetch(_ db: Database, progress: (RecordCount.Progress) -> Void) throws -> Int {
    let condition: QueryFragment = filter.map { " WHERE \($0.condition)" } ?? ""
    guard !search.isEmpty else { return try single("SELECT count(*) FROM \(raw: listed.quoted)\(condition)", db) ?? 0 }
    let searched = listed.columns(testedBy: search)
    // Only a rowid tells how far a walk is.
    var rowID: String?
    if case .rowID(let name) = listed.identity { rowID = name.quotedName }
    let columns = ([rowID ?? "1"] + searched.map(\.quotedName)).joined(separator: ", ")
    let few = try listed.candidates(search, db)?.few()
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(listed.rows(among: few))\(condition)"
    var (first, last) = (0, 0)
    if let rowID {
      if few == nil { query = "\(query) ORDER BY \(raw: rowID)" }
      first = try single("SELECT min(\(raw: rowID)) FROM \(raw: listed.quoted)", db) ?? 0
      last = try single("SELECT max(\(raw: rowID)) FROM \(raw: listed.quoted)", db) ?? 0
    }
    let span = max(1, Double(last) - Double(first))
    var found = 0
    try SearchWalk(search: search, fields: 1..<1 + searched.count).run(query, db) { statement in
      guard rowID != nil else { return }
      // In a damaged file a rowid may lie far outside.
      let share = (Double(statement.integer(0)) - Double(first)) / span
      progress(RecordCount.Progress(found: found, percent: Int(min(0.99, max(0, share)) * 100)))
    } _: { _ in
      found += 1
      return true
    }
    return found
  }

  private func single(_ query: QueryFragment, _ db: Database) throws -> Int? {
    try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
  }
}
