// Reads the rows of a view or of a table without an identity, by their place in the order.
//
// A place counts the rows that the filter admits. For each page SQLite computes the rows again and skips those before
// it. Without an identity there is no better way.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// The next records beyond the one at `key`, or from the list's start or end, and whether more follow.
  func rowsByPlace(
    _ direction: ListOrder.Direction, from key: RowKey?, _ isInclusive: Bool, _ limit: Int
  ) throws -> Page {
    switch direction {
    case .down:
      var page = Page()
      try walk(from: key.map { $0.place + (isInclusive ? 0 : 1) } ?? 0, to: .max) { row, place in
        guard page.rows.count < limit else {
          page.isExhausted = false
          return false
        }
        page.rows.append(row)
        page.keys.append(RowKey(place: place))
        return true
      }
      return page
    case .up:
      let end =
        try key.map { $0.place + (isInclusive ? 1 : 0) } ?? list.table.count(where: list.condition?.condition, db)
      // Without a search the rows are those just before the end; with one, its last hits.
      let start = !list.search.readsTexts ? max(0, end - limit - 1) : 0
      var last: ArraySlice<(row: ListedRow, place: Int)> = []
      try walk(from: start, to: end) { row, place in
        last.append((row, place))
        if last.count > limit + 1 { last.removeFirst() }
        return true
      }
      let page = last.suffix(limit).reversed()
      return Page(
        rows: page.map(\.row), keys: page.map { RowKey(place: $0.place) }, isExhausted: last.count <= limit)
    }
  }

  /// The key of the first record that equals the one with this identity; nil if there is none.
  func place(of id: RecordID) throws -> RowKey? {
    guard case .content(_, var left, _) = id else { return nil }
    var key: RowKey?
    try walk(from: 0, to: .max) { row, place in
      guard row.id.hasContent(of: id) else { return true }
      key = RowKey(place: place)
      left -= 1
      return left >= 0
    }
    return key
  }

  /// Hands the hits of the search to `found`, from a place on, until `found` returns false.
  private func walk(from start: Int, to end: Int, _ found: (ListedRow, Int) -> Bool) throws {
    let reader = RecordReader(list, db, reading: StatementColumns(list.table.listedColumns))
    try reader.run([nil], .down, limit: end == .max ? nil : end - start, offset: start) { row in
      found(ListedRow(row, of: list.table), start + reader.tested - 1)
    }
  }

  /// The number of rows before the one with this key; nil if a search leaves rows out.
  func place(of key: RowKey) -> Int? { list.search.readsTexts ? nil : key.place }
}

extension RowKey {
  /// The key of the row at a place.
  fileprivate init(place: Int) { self.init([.integer(place)]) }

  fileprivate var place: Int {
    if case .integer(let place)? = values.first { place } else { 0 }
  }
}
