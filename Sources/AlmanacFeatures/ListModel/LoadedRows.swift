// The rows that a list has loaded: which window they fill, and what their page tells of them.
import AlmanacRecords

/// The loaded rows, apart from their content, which the data source has.
struct LoadedRows {
  /// Their window.
  var window: RecordsWindow?
  /// The schema version for which their rowids hold; `nil` if they always hold.
  private(set) var rowIDVersion: Int?
  /// Their keys, in their order.
  private(set) var keys: [RowKey] = []
  /// How many records precede them; and the range of rowids from which a percentage is computed.
  private var above: Int?
  private var rowIDs: ClosedRange<Int>?
  /// The width of the greatest known rowid.
  private(set) var rowIDWidth = 0
  /// The listed records that are newer than the moment from which arrivals count.
  private(set) var arrivals: Set<RecordID> = []
  /// Whether they have shown that the file is damaged.
  private(set) var areDamaged = false
  /// The places with which they were read, if they cover all records.
  private(set) var places: CollectedPlaces?

  /// Takes what a page tells of its rows.
  mutating func take(_ page: RecordsWindow.Value) {
    (keys, above, rowIDs, rowIDVersion) = (page.keys, page.above, page.rowIDs, page.rowIDVersion)
    rowIDWidth = max(rowIDWidth, String(max(page.newest, page.rowIDs?.upperBound ?? 0)).count)
    areDamaged = page.isDamaged
    (arrivals, places) = (page.arrivals.ids, page.places.flatMap { $0.isWhole ? $0 : nil })
  }

  /// Whether a page has rowids of another schema version.
  func isRenumbered(by page: RecordsWindow.Value) -> Bool {
    rowIDVersion != nil && page.rowIDVersion != rowIDVersion
  }

  /// Where the row at an index is in its list, if that is known. `reachesEnd`: the rows reach the end of the list.
  func place(ofRow index: Int, reachesEnd: Bool) -> CursorPlace? {
    if let above { return .number(above + index + 1) }
    if reachesEnd { return .beforeEnd(keys.count - 1 - index) }
    guard let rowIDs, let list = window?.list else { return nil }
    return keys[index].percent(in: rowIDs, isDescending: list.order.isDescending).map(CursorPlace.percent)
  }
}
