// A list on the screen: its search line and its rows, and what its keys do.
import AlmanacRecords
import Containers
import DiffableLists
import LiveQueries
import Observing
import Stores
import Terminals

/// The screen of a list.
@MainActor
final class RecordListPane {
  let store: StoreOf<RecordList>
  /// Keeps the model in step with the rows that come.
  let follower: ListFollower
  /// The model of the list, from the feature's state.
  let model: ListModel
  let environment: ScreenEnvironment
  let table: ListedTable
  let columns: ListColumns
  let searchLine: SearchLinePane
  private(set) var rows: Pane!
  let keys: [KeyBinding<RecordListPane>]
  let searchKeys = RecordListPane.makeSearchKeys()
  /// The content of the pane of the rows.
  var drawn: RecordTable.Drawn?
  /// The words of the change that a record tells; nil in any list but that of changes.
  let words: (RecordID) -> ChangeText?
  /// The open record whose neighbour opens when its row has come.
  private var neighbourAwaited: RecordID?
  private var token: ObserveToken?
  /// Whether the screen has room for the side pane.
  var hasRoomBeside = false

  var dataSource: DiffableDataSource<ListSection, ListedRow> { model.dataSource }

  /// `taken`: keys that mean something else on this screen. `actOnMarked`: whether one of them acts on marked records.
  init(
    store: StoreOf<RecordList>, environment: ScreenEnvironment, except taken: [Key] = [], actOnMarked: Bool = false,
    looksBack: Bool = false, words: @escaping (RecordID) -> ChangeText? = { _ in nil }
  ) {
    (self.store, self.environment, self.words) = (store, environment, words)
    (model, table) = store.withState { ($0.model, $0.table) }
    columns = ListColumns(table, model)
    keys = RecordListPane.makeKeys(table.style, except: taken, actOnMarked: actOnMarked, looksBack: looksBack)
    follower = ListFollower(store, columns, environment)
    searchLine = SearchLinePane(follower, environment)
    rows = environment.pane(keepsContent: true) { [weak self] in self?.drawRows(in: $0, on: &$1) }
    follower.pane = rows
    token = observe(scheduler: environment.scheduler) { [weak self] in self?.openAwaitedNeighbour() }
  }

  /// Whether a search is typed or kept, or a filter is set. Tracked.
  var isNarrowed: Bool { store.isSearchTyped || !store.search.isEmpty || store.list.filter != nil }

  /// Whether records are marked. Tracked.
  var hasMarks: Bool { follower.note.marked > 0 }

  /// The least screen width, in columns, at which the side pane is shown.
  static var leastWidthBeside: Int { 140 }

  /// On a lower screen the search line takes a line only while it has content: rows matter more.
  static var leastHeightWithSearchLine: Int { 4 }

  /// Places the list: the search line at the top, then the header and the rows.
  func layOut(in rect: Rect) {
    let searchHeight = rect.height >= Self.leastHeightWithSearchLine || isNarrowed ? 1 : 0
    searchLine.pane.rect = Rect(
      column: rect.column, row: rect.row, width: rect.width, height: min(searchHeight, rect.height))
    rows.rect = Rect(
      column: rect.column, row: rect.row + searchHeight, width: rect.width, height: max(0, rect.height - searchHeight))
    dataSource.height = rows.rect.height - headerHeight
    follower.placeChanged()
  }

  /// A single line shows a record, not the column titles.
  var headerHeight: Int { rows.rect.height > 1 ? 1 : 0 }

  // MARK: Keys

  /// Moves the cursor with a motion of the data source, and draws it.
  func move(_ motion: (DiffableDataSource<ListSection, ListedRow>) -> Void) {
    if store.withState({ $0.isFollowing }) { store.send(.cursor(.cursorMoved)) }
    motion(dataSource)
    model.isCursorExchanged = false
    follower.setNeedsDisplay()
    // Rows that were requested but did not come, because the file was locked for example, are requested again.
    if store.withState({ $0.work.loading == nil }) { model.forgetRequest() }
    follower.placeChanged()
  }

  /// Changes to another list. The cursor stays on its record if the new list has it.
  func relist(_ action: (RecordID?) -> RecordList.Action) {
    model.targets.beforeSearch = nil
    store.send(action(dataSource.selected))
  }

  /// Clears the search or the filter that hides a record, and puts the cursor on that record.
  func show(_ hidden: HiddenRecord) {
    if hidden.isNew { follower.marks.add(.arrived, to: hidden.id) }
    model.changed.add([hidden.id])
    relist { _ in .cursor(.hiddenKeyPressed(hidden)) }
  }

  /// Shows the profile of a column.
  func showProfile(of column: String) { store.send(.open(.profileKeyPressed(column: column))) }

  /// Sorts by the current column if the person has moved to it since the last sort, otherwise by the next order.
  func sort() {
    let column = columns.takeSorted()
    relist { .query(.sortKeyPressed(selected: $0, column: column)) }
  }

  /// Opens the record with the cursor.
  func openSelected() {
    if let id = dataSource.selected {
      store.send(.open(.openKeyPressed(id: id, rowIDVersion: model.loaded.rowIDVersion)))
    }
  }

  /// Opens a new record with the values of the one with the cursor.
  func duplicateSelected() {
    if let id = dataSource.selected { store.send(.open(.duplicateKeyPressed(id: id))) }
  }

  /// Opens the record after an open one or, with -1, the one before it.
  func openNeighbour(_ step: Int) {
    // The one before may have come just now.
    openAwaitedNeighbour()
    guard let id = store.withState({ $0.detail?.id }) else { return }
    // If the open record is gone from the list, the cursor is on the one after it.
    if dataSource.selected == id || step < 0 { move { $0.moveSelection(by: step) } }
    if dataSource.selected != id {
      openSelected()
    } else if dataSource.isMotionPending {
      neighbourAwaited = id
    }
  }

  /// Opens the neighbour of an open record whose row was not loaded yet.
  private func openAwaitedNeighbour() {
    _ = follower.selection
    guard let former = neighbourAwaited, dataSource.selected != former else { return }
    neighbourAwaited = nil
    if store.withState({ $0.detail?.id }) == former { openSelected() }
  }

  /// Edits the record with the cursor.
  func editSelected() {
    // A list begins at its first column, and a form at its first field that is usually typed.
    let column = columns.current.flatMap { $0 > 0 ? columns.currentName : nil }
    if model.markCount > 0 {
      actOnMarked { .open(.editMarkedKeyPressed($0, cursor: $1, column: column)) }
    } else if let id = dataSource.selected {
      store.send(.open(.editKeyPressed(id: id, column: column)))
    }
  }

  /// The column that Space toggles; `nil` if there is none. Tracked.
  var toggledColumn: String? { table.toggledColumn(at: columns.currentName) }

  /// The column that the editor opens: the current one or, in a list without one, the first editable one.
  private var editedColumn: String? { columns.currentName ?? table.style.editing.columns.first?.name }

  /// Opens the person's editor on the value at the cursor and the current column.
  func editValue() {
    if let id = dataSource.selected, let column = editedColumn {
      store.send(.open(.editorKeyPressed(id: id, column: column)))
    }
  }

  /// Whether a change of the marked records asks for their number first, or may do so when the marks are known.
  var asksForNumber: Bool { model.markCount > RecordList.unconfirmedLimit || store.withState(\.work.isMarkingAll) }

  /// Acts on the marked records; if none is marked, on the one with the cursor.
  func actOnMarked(_ action: (_ chosen: ChosenRecords, _ cursor: RecordID?) -> RecordList.Action) {
    guard var chosen = model.chosen else { return }
    chosen.read = chosenRows.map { follower.readRecords.read($0, in: rows) }
    store.send(action(chosen, dataSource.selected))
  }

  /// The visible rows that a key would act on.
  private var chosenRows: [ListedRow] {
    let hasMarks = model.markCount > 0
    return dataSource.visibleRange.filter { index in
      hasMarks ? dataSource.marked.contains(dataSource.items[index].id) : index == dataSource.selectedIndex
    }.map { dataSource.items[$0] }
  }

  /// When the person can have read which record has come under the cursor; `nil` if none has, or it is not on the screen
  /// yet.
  private var cursorReadableAt: Double? {
    guard model.isCursorExchanged, let id = dataSource.selected else { return nil }
    return rows.notices[.cursor(id)]?.readableAt
  }

  /// Whether a key pressed at `time` can't have meant the record with the cursor: others have just put it there.
  func isCursorUnread(at time: Double) -> Bool {
    model.isCursorExchanged && cursorReadableAt.map { time < $0 } != false
      || dataSource.selectedItem.map { follower.readRecords.isExchanged($0, in: rows) } == true
  }

  /// When the person can have read the changes in these rows; `nil` if nothing in them changed.
  var readableAt: Double? {
    (chosenRows.map { follower.readRecords.readableAt($0, in: rows) } + [cursorReadableAt]).compactMap(\.self).max()
  }

  /// Marks the record with the cursor, or takes its mark away.
  func toggleMark() {
    guard let id = dataSource.selected else { return }
    model.toggleMark(id)
    follower.showMarks()
    if model.markDoubts.areUnchecked { follower.checkMarks() }
  }

  func clearMarks() {
    model.clearMarks()
    follower.showMarks()
    follower.checkMarks()
  }

  /// Draws the ages again.
  func timePassed() { if !store.isPaused { follower.setNeedsDisplay() } }
}
