// Where the cursor of a list goes next.
import AlmanacRecords

/// The records that the cursor of a list goes to when their rows are taken.
struct CursorTargets {
  typealias Place = ListModel.Place
  /// A record, and its line on the screen; `nil`: any line.
  typealias Returning = (id: RecordID, line: Int?)
  /// The cursor: its index among the loaded rows, and its line on the screen.
  typealias Cursor = (index: Int, line: Int)

  /// The line of the screen that a record of an earlier run had.
  var keptLine: Int?
  /// The record for the next list.
  var returning: Returning?
  /// The cursor in the list before this one, which had the same rows.
  var held: (list: ListQuery, cursor: Cursor?)?
  /// The record with the cursor when the search began.
  var beforeSearch: Place?
  /// A requested row that is not loaded.
  var wanted: Place?
  /// The record for a list that has replaced another one.
  var inherited: CursorTarget?
  /// A record for the cursor when the rows of its list are taken.
  var toReveal: (place: Place, line: Int?, list: ListQuery)?

  /// Forgets the records: other records may have their rowids now.
  mutating func forgetRecords() { (returning, toReveal, wanted, beforeSearch) = (nil, nil, nil, nil) }
}
