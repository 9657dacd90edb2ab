// The columns of a list on the screen: their widths, and the current one.
import AlmanacRecords
import Observing

/// The columns of a list, which keys move between.
@MainActor
final class ListColumns {
  let table: ListedTable
  /// The columns, each with the meaning of its values.
  private(set) var all: [ListColumn]
  /// The widths and the scroll position.
  var state = RecordTable.ColumnState()
  /// The current column, which column keys act on; `nil` in a list with filters of its own.
  @Tracked private(set) var current: Int? = nil
  /// Whether the person has moved to another column since the last sort.
  private var isNew = false
  /// The width of the screen in columns. If it changes, the list chooses its column widths again.
  var screenWidth = 0 { didSet { if screenWidth != oldValue { state = RecordTable.ColumnState() } } }

  /// The columns of a table.
  init(_ table: ListedTable) {
    self.table = table
    all = table.listColumns
    if table.style.isDerived, !table.style.listColumns.isEmpty { current = 0 }
  }

  /// The name of the current column; `nil` in a list without one. Tracked.
  var currentName: String? { current.map { all[$0].style.column } }

  /// Moves `count` columns to the right. Returns whether the list has a current column.
  func move(by count: Int) -> Bool {
    guard let current else { return false }
    isNew = true
    self.current = min(max(current + count, 0), all.count - 1)
    return true
  }

  /// The column that the sort key means: the one that the person has moved to since the last sort.
  func takeSorted() -> String? {
    defer { isNew = false }
    return isNew ? currentName : nil
  }

  /// Shows the values by their meaning. The meanings are settled before the rows arrive.
  func takeMeanings() {
    for index in all.indices { all[index].takeMeaning(from: table) }
  }

  /// The columns in which two rows look different, at a time in a zone.
  func changed(from old: ListedRow, to new: ListedRow, at now: Double, in zone: CivilZone) -> Set<Int> {
    Set(all.indices.filter { all[$0].text(old, at: now, in: zone) != all[$0].text(new, at: now, in: zone) })
  }
}
