// The rows at collected places, as they are now.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// The rows at some places. Those that have gone, or that the list does not show any more, are left out.
  func rows(at range: Range<Int>, of places: CollectedPlaces) throws -> Page {
    let columnCount = rowColumns.count
    let keys = columnCount..<columnCount + list.order.columnNames.count
    let walk = SearchWalk(search: list.search, fields: keys.upperBound..<keys.upperBound + searched.count)
    var page = Page()
    for place in range {
      try walk.run(select(list.table.condition(of: places[place])), db) { statement in
        guard let row = try row(statement) else { return false }
        page.rows.append(row)
        page.keys.append(RowKey(statement, keys))
        return false
      }
    }
    return page
  }
}
