// Counts the hits of a search.
import Databases
import LiveQueries
import StructuredQueries

/// A count of the records of a table that a search finds and a filter admits.
struct CountQuery: LateQuery {
  let listed: ListedTable
  var search = SearchQuery()
  var filter: RecordFilter?

  var table: String { listed.name.lowercasedASCII }

  /// The columns that decide whether a record is counted.
  var columns: [String] { (list.fields.readColumns + (list.condition?.columns ?? [])).map(\.lowercasedASCII) }

  var readsOtherTables: Bool { list.readsOtherTables }

  /// The counted records, in the order of their identities.
  private var list: ListQuery {
    ListQuery(listed, search: search, filter: filter, order: ListOrder(listed.identity))
  }

  /// The count after a commit, by arithmetic: if the rows of the commit can be tested, or if all records are counted
  /// and the numbers of changes are known. Nil for a virtual table, whose changes are those of its shadow tables.
  func value(_ count: Int, after change: TableChange) -> Int? {
    if change.countsShadowRows { return nil }
    if columns.isEmpty { return count + change.inserted - change.deleted }
    return RowTest(list).effect(of: change).map { count + $0.growth }
  }

  /// Counts inside a read. A long count reports its progress to `progress`, on the reader's thread.
  func fetch(_ db: Database, progress: (RecordCount.Progress) -> Void) throws -> Int {
    let list = list
    guard search.readsTexts else { return try listed.count(where: list.condition?.condition, db) }
    let few = try listed.candidates(search, db)?.few()
    var found = 0
    if few == nil, listed.identity != .none {
      try SlicedScan(list: list, db: db).run { percent in
        progress(RecordCount.Progress(found: found, percent: percent))
      } _: { _ in
        found += 1
        return true
      }
    } else {
      try RecordReader(list, db, reading: StatementColumns()).run(from: listed.rows(among: few)) { _ in
        found += 1
        return true
      }
    }
    return found
  }
}
