// Reads the records of a list. Every statement over the rows of a list is written here, and every row is tested here;
// only a pass in slices (`SlicedScan`) has statements of its own.
import Databases
import LiveQueries
import StructuredQueries

/// A reader of the same columns of each record of a list, inside a read or a write.
struct RecordReader {
  private let list: ListQuery
  private let db: Database
  private let filters: [RecordFilter]
  private let columns: StatementColumns
  private let matcher: SearchMatcher
  /// The positions of the searched fields.
  private let searched: [Int]

  /// Reads `columns` and the fields that the search tests. `columns`: nil for those of the identity. `filters` come on
  /// top of the list's own.
  init(_ list: ListQuery, _ db: Database, reading columns: StatementColumns? = nil, filters: [RecordFilter] = []) {
    var columns = columns ?? StatementColumns(list.table.recordColumns)
    let fields = list.fields
    searched = columns.add(fields.expressions)
    (self.list, self.db, self.columns) = (list, db, columns)
    self.filters = [list.condition].compactMap(\.self) + filters
    matcher = SearchMatcher(list.search, fields)
  }

  /// The number of rows tested so far, with the present one.
  var tested: Int { matcher.recordCount }

  /// Hands each record to `found`, until `found` returns false. There is a statement for each of the conditions `parts`,
  /// where nil means no condition; `rows` replaces the table in it. Without a direction SQLite chooses the order. `limit`
  /// and `offset` count the rows of a statement before the search. Returns false if a statement ended after testing
  /// `most` rows or `mostBytes` bytes and there are more.
  @discardableResult
  func run(
    from rows: QueryFragment? = nil, _ parts: [QueryFragment?] = [nil], _ direction: ListOrder.Direction? = nil,
    limit: Int? = nil, offset: Int? = nil, testing most: Int = .max, mostBytes: Int = .max,
    _ found: (PreparedStatement) throws -> Bool
  ) throws -> Bool {
    var goesOn = true
    for part in parts where goesOn {
      let terms = direction == nil ? "" : list.mergedTerms
      var query: QueryFragment = "SELECT \(raw: columns.list + terms) FROM \(rows ?? list.table.rows(among: nil))"
      let conditions = [part].compactMap(\.self) + filters.map(\.condition)
      if !conditions.isEmpty { query = "\(query) WHERE \(conditions.joined(separator: " AND "))" }
      if let direction, !list.order.terms.isEmpty { query = "\(query) ORDER BY \(list.order.terms(direction))" }
      if limit != nil || offset != nil { query = "\(query) LIMIT \(raw: String(limit ?? -1))" }
      if let offset { query = "\(query) OFFSET \(bind: offset)" }
      let before = (rows: tested, bytes: matcher.byteCount)
      // A cancelled read ends in `step`: SQLite stops within a few hundred rows.
      let isWhole = try db.withStatement(query.sql) { statement in
        try query.bind(to: statement)
        while goesOn, try statement.step() {
          if tested - before.rows == most || matcher.byteCount - before.bytes >= mostBytes { return false }
          if matcher.matches(statement, searched) { goesOn = try found(statement) }
        }
        return true
      }
      if !isWhole { return false }
    }
    return true
  }

  /// The identities in list order, and whether these are all: they end when `goesOn` is false for those so far.
  func identities(
    from rows: QueryFragment? = nil, _ parts: [QueryFragment?] = [nil],
    while goesOn: (FoundIdentities) -> Bool = { _ in true }
  ) throws -> (found: FoundIdentities, isWhole: Bool) {
    var (found, isWhole) = (FoundIdentities(), true)
    try run(from: rows, parts, .down) { row in
      isWhole = goesOn(found)
      if isWhole { found.append(list.table.identity(row)) }
      return isWhole
    }
    return (found, isWhole)
  }
}

extension ListedTable {
  /// The columns that tell the identity of a record.
  var recordColumns: [String] { identity == .none ? listedColumns : identityColumns }

  /// The number of rows that satisfy a condition, or of all rows.
  func count(where condition: QueryFragment? = nil, _ db: Database) throws -> Int {
    let rows = condition.map { "\(raw: quoted) WHERE \($0)" as QueryFragment } ?? "\(raw: counted)"
    return try SQLQuery<Int>("SELECT count(*) FROM \(rows)").fetchOne(db) ?? 0
  }
}
