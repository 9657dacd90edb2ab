// The columns of a list on the screen: which are shown, their widths, and the current one.
import AlmanacRecords
import Observing

/// The columns of a list, which keys move between and arrange.
@MainActor
final class ListColumns {
  let table: ListedTable
  /// Remembers the name of the current column.
  private let model: ListModel
  /// All columns in the order of the table, each with the meaning of its values.
  private var all: [ListColumn]
  /// The arrangement by the person.
  private(set) var layout = ColumnLayout()
  /// The shown columns from left to right, as indices of `all`.
  private var places: [Int]
  /// The widths and the scroll position.
  var state = RecordTable.ColumnState()
  /// The current column among the shown ones, which column keys act on; `nil` in a list with filters of its own.
  @Tracked private(set) var current: Int? = nil
  /// Whether the person has moved to another column since the last sort.
  private var isNew = false
  /// The width of the screen in columns. If it changes, the list chooses its column widths again.
  var screenWidth = 0 { didSet { if screenWidth != oldValue { state = RecordTable.ColumnState() } } }

  /// The columns of a table's list. The current one is that of the model.
  init(_ table: ListedTable, _ model: ListModel) {
    (self.table, self.model) = (table, model)
    all = table.listColumns
    places = ColumnLayout().places(of: all.map(\.style.column))
    guard table.style.isDerived, !all.isEmpty else { return }
    current = 0
    if let column = model.column { go(to: column) }
  }

  /// The shown columns, from left to right.
  var shown: [ListColumn] { places.map { all[$0] } }

  /// The number of shown columns.
  var count: Int { places.count }

  /// The names of all columns, in the order of the table.
  var names: [String] { all.map(\.style.column) }

  /// How many columns the person has hidden.
  var hiddenCount: Int { all.count - places.count }

  /// How many columns at the left stay when the list scrolls; `nil`: those of the key.
  var frozenCount: Int? { layout.frozenCount(in: places.map { all[$0].style.column }) }

  /// The name of the current column; `nil` in a list without one. Tracked.
  var currentName: String? { current.map { all[places[$0]].style.column } }

  /// Moves `count` columns to the right. Returns whether the list has a current column.
  func move(by count: Int) -> Bool {
    guard let current else { return false }
    go(to: min(max(current + count, 0), places.count - 1))
    return true
  }

  /// Makes a shown column the current one.
  func go(to column: String) {
    if current != nil, let place = places.firstIndex(where: { all[$0].style.column == column }) { go(to: place) }
  }

  private func go(to place: Int) {
    (isNew, current) = (true, place)
    model.column = currentName
  }

  /// Arranges the columns. The current one stays; if it is hidden now, the next one takes its place.
  func arrange(_ layout: ColumnLayout) {
    if layout != self.layout { place(layout) }
  }

  /// Shows the values as settings want it, and the columns first that they want first. Returns whether this changes
  /// anything.
  func take(_ settings: Settings) -> Bool {
    let forms = ValueForms(settings)
    let haveOtherForms = all.contains { $0.forms != forms }
    if haveOtherForms {
      for index in all.indices { all[index].forms = forms }
      state = RecordTable.ColumnState()
    }
    let areMoved = layout.places(of: names) != places
    if areMoved { place(layout) }
    return haveOtherForms || areMoved
  }

  private func place(_ layout: ColumnLayout) {
    let name = currentName
    var former = [Int?](repeating: nil, count: all.count)
    for (place, index) in places.enumerated() { former[index] = place }
    let isWidthFreed = all.contains { $0.width != nil && layout.widths[$0.style.column] == nil }
    self.layout = layout
    places = layout.places(of: names)
    for index in all.indices { all[index].width = layout.widths[all[index].style.column] }
    if isWidthFreed {
      state = RecordTable.ColumnState()
    } else {
      state.rearrange(places.map { former[$0] })
    }
    guard let current else { return }
    self.current = places.firstIndex { all[$0].style.column == name } ?? min(current, places.count - 1)
    model.column = currentName
  }

  /// The column that the sort key means: the one that the person has moved to since the last sort.
  func takeSorted() -> String? {
    defer { isNew = false }
    return isNew ? currentName : nil
  }

  /// Shows the values by their meaning. The widths of the values as they were shown before are forgotten.
  func takeMeanings() {
    var isAnyNew = false
    for index in all.indices where all[index].takeMeaning(from: table) { isAnyNew = true }
    if isAnyNew { state = RecordTable.ColumnState() }
  }

  /// The shown columns in which two rows look different, at a time in a zone, by their index in the table.
  func changed(from old: ListedRow, to new: ListedRow, at now: Double, in zone: CivilZone) -> Set<Int> {
    Set(
      places.filter { place in
        let column = all[place]
        if let text = column.fullText(old, in: zone) { return text != column.fullText(new, in: zone) }
        return column.text(old, at: now, in: zone) != column.text(new, at: now, in: zone)
      })
  }
}
