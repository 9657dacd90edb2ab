// The rows at collected places, in their present state.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
  /// The rows at some places, except rows that have gone or that the list no longer shows.
  func rows(at range: Range<Int>, of places: CollectedPlaces) throws -> Page {
    let fields = self.fields
    let walk = SearchWalk(search: list.search, fields: fields.searched)
    var page = Page()
    for place in range {
      try walk.run(select(list.table.condition(of: places[place])), db) { statement in
        try append(statement, fields, to: &page)
        return false
      }
    }
    return page
  }
}
