// Reads records in the order of their list, all or those that a search finds.
//
// Without a search a page is one keyset query. With one, in the order of the index, its candidates are read and tested
// until the page is full. In another order the list is walked and each row tested; when the first rows walked do not
// fill the page, the index is asked: few candidates are tested and sorted, many mean that walking on will find a page
// soon.
import Databases
import LiveQueries
import StructuredQueries

/// One pass over the records of a table inside a read.
struct RecordScan {
  let list: ListQuery
  let db: Database
  /// Whether long values stay in the file: then each row is looked up by itself, and the beginning of such a value read.
  var leavesLongValues = false
  /// How many rows are walked before the index is asked.
  var walkedBeforeIndex = 2_000
  /// How many rows may be tested where there is no index of a search.
  var budget = Int.max

  /// Records, where each stands in its list, and whether no more follow.
  struct Page {
    var rows: [ListedRow] = []
    var keys: [RowKey] = []
    var isExhausted = true
    /// Whether the budget was used up before the page was full.
    var isCut = false
  }

  /// The next records beyond `key`, or from the list's start or end, and whether no more follow.
  func rows(
    _ direction: ListOrder.Direction, from key: RowKey?, inclusive: Bool = false, limit: Int
  ) throws -> Page {
    guard limit > 0 else {
      return Page(isExhausted: try rows(direction, from: key, inclusive: inclusive, limit: 1).rows.isEmpty)
    }
    if list.table.identity == .none { return try rowsByPlace(direction, from: key, inclusive, limit) }
    // Where no index gives the order, each condition would go through the whole table.
    let parts = list.order.conditions(beyond: key, direction, inclusive: inclusive, inOne: list.isSortedByScan)
    var page = Page()
    if list.search.isEmpty {
      // One more than wanted tells whether any follow.
      try collect(&page, limit: limit, parts) { select($0, direction, limit: limit + 1) }
      return page
    }
    guard let candidates = list.table.candidates(list.search, db) else {
      page.isCut = try !collect(&page, limit: limit, parts, walking: budget) { select($0, direction) }
      if page.isCut { page.isExhausted = false }
      return page
    }
    if list.order.terms.map(\.column) == list.table.identity.columns,
      let ordered = try candidates.inOrder(list.order, direction, from: key, inclusive: inclusive)
    {
      try collect(&page, limit: limit, [nil]) { select(among: ordered, $0) }
      return page
    }
    let isWhole = try collect(&page, limit: limit, parts, walking: walkedBeforeIndex) { select($0, direction) }
    if isWhole { return page }
    page = Page()
    if let few = try candidates.few() {
      let beyond = list.order.conditions(beyond: key, direction, inclusive: inclusive, inOne: true)
      try collect(&page, limit: limit, beyond) { select(among: few, $0, direction) }
    } else {
      try collect(&page, limit: limit, parts) { select($0, direction) }
    }
    return page
  }

  /// Adds the rows that match to the page, those of one part behind those of the other; stops when it is full, and
  /// after so many rows `walked`, then returning false: the page is not what it should be yet.
  @discardableResult
  private func collect(
    _ page: inout Page, limit: Int, _ parts: [QueryFragment?], walking budget: Int = .max,
    _ query: (QueryFragment?) -> QueryFragment
  ) throws -> Bool {
    let fields = self.fields
    let walk = SearchWalk(search: list.search, fields: fields.searched)
    for part in parts where page.isExhausted {
      let isWhole = try walk.run(query(part), db, testing: budget) { statement in
        guard page.rows.count < limit else {
          page.isExhausted = false
          return false
        }
        try append(statement, fields, to: &page)
        return true
      }
      if !isWhole { return false }
    }
    return true
  }

  var searched: [String] { list.table.columns(testedBy: list.search).map(\.quotedName) }

  /// The columns that a row is made of and those that are searched, for the rows beyond a key; without a
  /// direction, in the order of the candidates: with nothing to sort by, SQLite takes them one by one.
  func select(
    among candidates: QueryFragment? = nil, _ beyond: QueryFragment?, _ direction: ListOrder.Direction? = nil,
    limit: Int? = nil
  ) -> QueryFragment {
    var query: QueryFragment =
      "SELECT \(raw: fields.columns.list) FROM \(list.table.rows(among: candidates))"
    let conditions = [beyond, list.filter?.condition].compactMap(\.self)
    if !conditions.isEmpty { query = "\(query) WHERE \(conditions.joined(separator: " AND "))" }
    if let direction { query = "\(query) ORDER BY \(list.order.terms(direction))" }
    if let limit { query = "\(query) LIMIT \(raw: String(limit))" }
    return query
  }
}
