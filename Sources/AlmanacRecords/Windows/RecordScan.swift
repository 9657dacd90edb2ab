// Reads records in list order: all of them, or the hits of a search.
//
// Without a search a page is one keyset query. With a search in identity order, its candidates from the index are read
// and tested until the page is full. In another order the list is walked and each row tested. If the first walked rows
// do not fill the page, the index is asked: few candidates are tested and sorted; with many, walking on fills the page
// soon.
import Databases
import LiveQueries
import StructuredQueries

/// One pass over the records of a table inside a read.
struct RecordScan {
  let list: ListQuery
  let db: Database
  /// Whether long values stay in the file: then each row is looked up separately, and only the start of a long value is
  /// read.
  var leavesLongValues = false
  /// How many rows are walked before the index is asked.
  var walkedBeforeIndex = 2_000
  /// How many rows may be tested if the search has no index.
  var budget = Int.max

  /// Records, their keys in the list, and whether more follow.
  struct Page {
    var rows: [ListedRow] = []
    var keys: [RowKey] = []
    var isExhausted = true
    /// Whether the budget was used up before the page was full.
    var isCut = false
  }

  /// The next records beyond `key`, or from the list's start or end, and whether more follow.
  func rows(
    _ direction: ListOrder.Direction, from key: RowKey?, inclusive: Bool = false, limit: Int
  ) throws -> Page {
    guard limit > 0 else {
      return Page(isExhausted: try rows(direction, from: key, inclusive: inclusive, limit: 1).rows.isEmpty)
    }
    if list.table.identity == .none { return try rowsByPlace(direction, from: key, inclusive, limit) }
    // Without an index for the order, each condition would take a pass through the whole table.
    let parts = list.order.conditions(beyond: key, direction, inclusive: inclusive, inOne: list.isSortedByScan)
    var page = Page()
    guard list.search.readsTexts, let candidates = list.table.candidates(list.search, db) else {
      page.isCut = try !collect(&page, limit: limit, parts, direction, walking: list.search.readsTexts ? budget : .max)
      if page.isCut { page.isExhausted = false }
      return page
    }
    if list.order.terms.map(\.column) == list.table.identity.columns,
      let ordered = try candidates.inOrder(list.order, direction, from: key, inclusive: inclusive)
    {
      // With nothing to sort by, SQLite takes the candidates one by one, in their order.
      try collect(&page, limit: limit, [nil], nil, among: ordered)
      return page
    }
    let isWhole = try collect(&page, limit: limit, parts, direction, walking: walkedBeforeIndex)
    if isWhole { return page }
    page = Page()
    if let few = try candidates.few() {
      let beyond = list.order.conditions(beyond: key, direction, inclusive: inclusive, inOne: true)
      try collect(&page, limit: limit, beyond, direction, among: few)
    } else {
      try collect(&page, limit: limit, parts, direction)
    }
    return page
  }

  /// Adds the matching rows of the parts to the page, one part after the other, until it is full. Returns false if it
  /// stopped after testing `budget` rows: then the page is incomplete.
  @discardableResult
  private func collect(
    _ page: inout Page, limit: Int, _ parts: [QueryFragment?], _ direction: ListOrder.Direction?,
    among candidates: QueryFragment? = nil, walking budget: Int = .max
  ) throws -> Bool {
    let fields = self.fields
    // One row more than wanted tells whether any follow.
    let most = list.search.readsTexts ? nil : limit + 1
    return try RecordReader(list, db, reading: fields.columns).run(
      from: list.table.rows(among: candidates), parts, direction, limit: most, testing: budget
    ) { row in
      guard page.rows.count < limit else {
        page.isExhausted = false
        return false
      }
      try append(row, fields, to: &page)
      return true
    }
  }

  /// The rows at some places, except rows that have gone or that the list no longer shows.
  func rows(at range: Range<Int>, of places: CollectedPlaces) throws -> Page {
    let fields = self.fields
    let reader = RecordReader(list, db, reading: fields.columns)
    var page = Page()
    for place in range {
      try reader.run([list.table.condition(of: places[place])]) { row in
        try append(row, fields, to: &page)
        return false
      }
    }
    return page
  }
}
