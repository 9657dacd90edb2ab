// Counts the records that a search finds.
import Databases
import LiveQueries
import StructuredQueries

/// A count of the records of a table that a search finds and a filter lets through.
struct CountQuery: LateQuery {
  let listed: ListedTable
  var search = SearchQuery()
  var filter: RecordFilter?

  var table: String { listed.name }

  /// The columns that decide whether a record is counted.
  var columns: [String] { listed.columns(testedBy: search) + (filter.map { [$0.column] } ?? []) }

  /// A count of all records is arithmetic.
  func value(_ count: Int, after change: TableChange) -> Int? {
    columns.isEmpty ? count + change.inserted - change.deleted : nil
  }

  /// Counts inside a read. A long count tells `progress` how far it is, on the reader's thread.
  func fetch(_ db: Database, progress: (RecordCount.Progress) -> Void) throws -> Int {
    let condition = filter.map { " WHERE " + $0.condition.sql } ?? ""
    guard !search.isEmpty else {
      return try single("SELECT count(*) FROM \(listed.quoted)\(condition)", db) ?? 0
    }
    let searched = listed.columns(testedBy: search)
    let columns = (["id"] + searched).map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    let few = try SearchCandidates(index: listed.style.searchIndex, search: search, db: db).few()
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(listed.rows(among: few))\(raw: condition)"
    // So that the identity tells how far a walk through the whole table is.
    if few == nil { query = "\(query) ORDER BY \"id\"" }
    let first = try single("SELECT min(\"id\") FROM \(listed.quoted)", db) ?? 0
    let last = try single("SELECT max(\"id\") FROM \(listed.quoted)", db) ?? 0
    let span = max(1, Double(last) - Double(first))
    var found = 0
    try SearchWalk(search: search, fields: 1..<1 + searched.count).run(query, db) { statement in
      // In a damaged file an identity may lie far outside.
      let share = (Double(statement.integer(0)) - Double(first)) / span
      progress(RecordCount.Progress(found: found, percent: Int(min(0.99, max(0, share)) * 100)))
    } _: { _ in
      found += 1
      return true
    }
    return found
  }

  private func single(_ sql: String, _ db: Database) throws -> Int? {
    try db.withStatement(sql) { statement in
      try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
  }
}
