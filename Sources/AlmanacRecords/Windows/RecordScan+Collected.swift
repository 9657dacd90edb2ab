// The rows at collected places, in their present state.
import Databases
import LiveQueries
import StructuredQueries

extension RecordScan {
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
