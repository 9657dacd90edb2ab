// Counts the records that a search finds.
import Databases
import LiveQueries
import StructuredQueries

/// A count of the records of a table that a search finds and a filter lets through.
struct CountQuery<Record: BookRecord>: LateQuery {
  var search = SearchQuery()
  var filter: RecordFilter?

  var table: String { Record.tableName }

  /// The columns that decide whether a record is counted.
  var columns: [String] {
    (search.isEmpty ? [] : Record.searchIndex.columns) + (filter.map { [$0.column] } ?? [])
  }

  /// So many rows are tested between two words about how far the count is.
  private static var rowsBetweenProgress: Int { 1 << 15 }

  /// A count of all records is arithmetic.
  func value(_ count: Int, after change: TableChange) -> Int? {
    columns.isEmpty ? count + change.inserted - change.deleted : nil
  }

  /// Counts inside a read. A long count tells `progress` how far it is, on the reader's thread.
  func fetch(_ db: Database, progress: (RecordCount.Progress) -> Void) throws -> Int {
    let condition = filter.map { " WHERE " + $0.condition.sql } ?? ""
    guard !search.isEmpty else {
      return try single("SELECT count(*) FROM \"\(Record.tableName)\"\(condition)", db) ?? 0
    }
    let columns = Record.searchIndex.columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let table = "\"\(Record.tableName)\""
    if let few = try SearchCandidates(index: Record.searchIndex, search: search, db: db).few() {
      let query: QueryFragment =
        "SELECT 0, \(raw: columns) FROM (\(few)) CROSS JOIN \(Record.self) ON \"id\" = candidate\(raw: condition)"
      return try test(query) { _, _ in }
    }
    let first = try single("SELECT min(\"id\") FROM \(table)", db) ?? 0
    let last = try single("SELECT max(\"id\") FROM \(table)", db) ?? 0
    let span = max(1, Double(last) - Double(first))
    return try test("SELECT \"id\", \(raw: columns) FROM \(Record.self)\(raw: condition) ORDER BY \"id\"") {
      id, found in
      let percent = Int((Double(id) - Double(first)) / span * 100)
      progress(RecordCount.Progress(found: found, percent: min(99, max(0, percent))))
    }

    func test(
      _ query: QueryFragment, _ progress: (_ id: Int, _ found: Int) -> Void
    ) throws -> Int {
      let matcher = SearchMatcher(search)
      let fields = 1..<1 + Record.searchIndex.columns.count
      return try db.withStatement(query.sql) { statement in
        try query.bind(to: statement)
        var found = 0
        var tested = 0
        while try statement.step() {
          if matcher.matches(statement, fields) { found += 1 }
          tested += 1
          if tested % Self.rowsBetweenProgress == 0 {
            try db.checkCancellation()
            progress(statement.integer(0), found)
          }
        }
        return found
      }
    }
  }

  private func single(_ sql: String, _ db: Database) throws -> Int? {
    try db.withStatement(sql) { statement in
      try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
  }
}
