// A list on the screen. Takes the rows that its feature fetches, keeps the cursor on its record, and asks for more
// rows.
//
//   key ──> data source moves its cursor ──> drawn in this turn ──> windowNeeded ──> feature loads ──┐
//   pane draws <── marks <── difference <── data source applies <── page <── observe ────────────────┘
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
  /// The model of the list, from the feature's state.
  let model: ListModel
  let environment: ScreenEnvironment
  let table: ListedTable
  let journal = Container.shared.changeJournal()
  /// The columns, each with the meaning of its values.
  private(set) var columns: [ListColumn]
  private(set) var rows: Pane!
  private(set) var searchLine: Pane!

  let keys: [KeyBinding<RecordListPane>]
  let searchKeys = RecordListPane.makeSearchKeys()

  /// The marks of the rows that arrived or changed a moment ago.
  private(set) lazy var marks = TimedMarks<RecordID>(environment) { [weak self] in self?.setNeedsDisplay() }
  /// The values of changed rows that the person had time to read.
  private(set) lazy var readRecords = ReadRecords(table, environment)
  /// The widths and the scroll position of the columns.
  var columnState = RecordTable.ColumnState()
  /// The current column, which column keys act on; `nil` until one is chosen, in a list with filters of its own.
  @Tracked var currentColumn: Int? = nil
  /// Whether the person has moved to another column since the last sort.
  private var isColumnNew = false
  /// The content of the pane of the rows.
  var drawn: RecordTable.Drawn?
  /// The number of the last lookup of marked records.
  var markCheck = 0
  /// The places with which rows were last read.
  var followedPlaces: CollectedPlaces?
  /// The last newest record that the cursor was sent to.
  var followed: RecordID?
  /// The table's record count as the screen shows it. In each frame it agrees with the rows.
  @Tracked private(set) var total = RecordCount.unknown
  /// The facts that the note shows.
  @Tracked var note = ListNote()
  /// Whether records have disappeared without a known commit that changed them.
  @Tracked var isGoneUnexplained = false
  /// The last requested labels.
  var wantedLabels: ReferenceLabels?
  /// The shown labels. In a paused list these are the labels from before the pause.
  var labels: ReferenceLabels.Value = []
  /// The record with the cursor.
  @Tracked private(set) var selection: ListedRow? = nil
  /// Whether the list has a record for the cursor.
  @Tracked private(set) var hasRecord = false
  /// The cursor's place; `nil` if it is not known.
  private(set) var cursorPlace: CursorPlace? {
    didSet { if cursorPlace != oldValue { searchLine?.setNeedsDisplay() } }
  }
  /// The content of the search line. Its cursor place changes with each key; the rest does not.
  var searchContent: SearchLine!
  private var tokens: [ObserveToken] = []

  var dataSource: DiffableDataSource<ListSection, ListedRow> { model.dataSource }

  /// `taken`: keys that mean something else on this screen.
  init(store: StoreOf<RecordList>, environment: ScreenEnvironment, except taken: [Key] = []) {
    self.store = store
    (model, table) = store.withState { ($0.model, $0.table) }
    columns = table.listColumns
    if table.style.isDerived, !table.style.listColumns.isEmpty { currentColumn = 0 }
    keys = RecordListPane.makeKeys(table.style, except: taken)
    self.environment = environment
    let scheduler = environment.scheduler
    // Before the panes, so that these draw new rows in the same frame. Rows may be there already.
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.applyPage() })
    // A separate observer: the rows change with each commit, and of them the tabs show only the total.
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followTotal() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followModel() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followGone() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followNewest() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followMarks() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.askAgain() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followPlaces() })
    if !table.style.references.isEmpty {
      tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followLabels() })
    }
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followSearch() })
    rows = environment.pane(keepsContent: true) { [weak self] in self?.drawRows(in: $0, on: &$1) }
    searchLine = environment.pane(withCursor: { [weak self] in self?.drawSearchLine(in: $0, on: &$1) })
  }

  /// Whether a search is typed or kept, or a filter is set. Tracked.
  var isNarrowed: Bool { store.isSearchTyped || !store.search.isEmpty || list.filter != nil }

  /// The facts about the list for the right side of the status line, in words. Tracked.
  var noteText: [String] { note.phrases(isPaused: store.isPaused, isFollowing: store.isFollowing) }

  /// Shows the values of the columns by their meaning. The meanings are settled before the rows arrive.
  func takeMeanings() {
    for index in columns.indices { columns[index].takeMeaning(from: table) }
  }

  private func followTotal() { total = store.shownTotal }

  /// Whether records are marked. Tracked.
  var hasMarks: Bool { note.marked > 0 }

  /// Follows a change of the cursor's place or of the scroll position.
  func placeChanged() {
    requestRows()
    $note.update {
      ($0.newAbove, $0.isMoreNewAbove) = (dataSource.newAbove, dataSource.newAboveIsLowerBound)
      $0.newBelow = model.newBelow
      $0.isMoreNewBelow = !dataSource.position.reachesEnd
    }
    selection = dataSource.selectedItem
    hasRecord = !dataSource.items.isEmpty
    cursorPlace = model.cursorPlace
  }

  /// The least screen width, in columns, at which the side pane is shown.
  static var leastWidthBeside: Int { 140 }

  /// Whether the screen has room for the side pane.
  var hasRoomBeside = false

  /// The width of the screen in columns. If it changes, the list chooses its column widths again.
  var screenWidth = 0 { didSet { if screenWidth != oldValue { columnState = RecordTable.ColumnState() } } }

  /// On a lower screen the search line takes a line only while it has content: rows matter more.
  static var leastHeightWithSearchLine: Int { 4 }

  /// Places the list: the search line at the top, then the header and the rows.
  func layOut(in rect: Rect) {
    let searchHeight = rect.height >= Self.leastHeightWithSearchLine || isNarrowed ? 1 : 0
    searchLine.rect = Rect(
      column: rect.column, row: rect.row, width: rect.width, height: min(searchHeight, rect.height))
    rows.rect = Rect(
      column: rect.column, row: rect.row + searchHeight, width: rect.width, height: max(0, rect.height - searchHeight))
    dataSource.height = rows.rect.height - headerHeight
    placeChanged()
  }

  /// A single line shows a record, not the column titles.
  var headerHeight: Int { rows.rect.height > 1 ? 1 : 0 }

  // MARK: Keys

  /// The effects of the mouse in the list.
  func action(for event: MouseEvent) -> EventAction? {
    let perform: @MainActor () -> Void
    switch event.kind {
    case .wheelUp: perform = { [self] in move { $0.scroll(by: -3) } }
    case .wheelDown: perform = { [self] in move { $0.scroll(by: 3) } }
    case .press: perform = { [self] in _ = select(at: event.position) }
    case .doublePress: perform = { [self] in if select(at: event.position) { openSelected() } }
    }
    return EventAction(order: .inTurn(waitsFor: [.rows, .cursor]), perform: perform)
  }

  /// Puts the cursor on the record at a point of the screen. Returns whether there is one.
  private func select(at point: Point) -> Bool {
    let line = point.row - rows.rect.row - headerHeight
    guard rows.rect.contains(point), line >= 0, line < dataSource.visibleRange.count else { return false }
    move { $0.select(screenLine: line) }
    return true
  }

  /// Moves the cursor with a motion of the data source, and draws it.
  func move(_ motion: (DiffableDataSource<ListSection, ListedRow>) -> Void) {
    if store.withState({ $0.isFollowing }) { store.send(.cursor(.cursorMoved)) }
    motion(dataSource)
    model.isCursorExchanged = false
    setNeedsDisplay()
    // Rows that were requested but did not come, because the file was locked for example, are requested again.
    if store.withState({ $0.work.loading == nil }) { model.forgetRequest() }
    placeChanged()
  }

  /// Changes to another list. The cursor stays on its record if the new list has it.
  func relist(_ action: (RecordID?) -> RecordList.Action) {
    model.targets.beforeSearch = nil
    store.send(action(dataSource.selected))
  }

  /// Clears the search or the filter that hides a record, and puts the cursor on that record.
  func show(_ hidden: HiddenRecord) {
    if hidden.isNew { marks.add(.arrived, to: hidden.id) }
    model.changed.add([hidden.id])
    relist { _ in .cursor(.hiddenKeyPressed(hidden)) }
  }

  /// Moves `count` columns to the right.
  func moveColumn(by count: Int) {
    guard let currentColumn else { return }
    isColumnNew = true
    self.currentColumn = min(max(currentColumn + count, 0), columns.count - 1)
    setNeedsDisplay()
  }

  /// Shows the profile of the current column; without a current column, of the first one.
  func showProfile() {
    if currentColumn == nil { moveColumn(by: 0) }
    if let currentColumn, columns.indices.contains(currentColumn) {
      store.send(.open(.profileKeyPressed(column: columns[currentColumn].style.column)))
    }
  }

  /// Sorts by the current column if the person has moved to it since the last sort, otherwise by the next order.
  func sort() {
    let column = isColumnNew ? currentColumnName : nil
    isColumnNew = false
    relist { .query(.sortKeyPressed(selected: $0, column: column)) }
  }

  /// Opens the record with the cursor.
  func openSelected() {
    if let id = dataSource.selected {
      store.send(.open(.openKeyPressed(id: id, rowIDVersion: model.loaded.rowIDVersion)))
    }
  }

  /// Edits the record with the cursor.
  func editSelected() {
    if let id = dataSource.selected { store.send(.open(.editKeyPressed(id: id))) }
  }

  /// The name of the current column; `nil` in a list without one. Tracked.
  var currentColumnName: String? { currentColumn.map { columns[$0].style.column } }

  /// The column that Space toggles; `nil` if there is none. Tracked.
  var toggledColumn: String? { table.toggledColumn(at: currentColumnName) }

  /// The column that the editor opens: the current one or, in a list without one, the first editable one.
  private var editedColumn: String? { currentColumnName ?? table.style.editableColumns.first?.name }

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
    chosen.read = chosenRows.map { readRecords.read($0, in: rows) }
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
      || dataSource.selectedItem.map { readRecords.isExchanged($0, in: rows) } == true
  }

  /// When the person can have read the changes in these rows; `nil` if nothing in them changed.
  var readableAt: Double? {
    (chosenRows.map { readRecords.readableAt($0, in: rows) } + [cursorReadableAt]).compactMap(\.self).max()
  }

  /// Marks the record with the cursor, or takes its mark away.
  func toggleMark() {
    guard let id = dataSource.selected else { return }
    model.toggleMark(id)
    showMarks()
    if model.markDoubts.areUnchecked { checkMarks() }
  }

  func clearMarks() {
    model.clearMarks()
    showMarks()
    checkMarks()
  }

  func showMarks() {
    $note.update { $0.marked = model.markCount }
    setNeedsDisplay()
  }

  /// Draws the rows in the next frame. Rows may come before their pane exists; the pane then draws them at once.
  func setNeedsDisplay() { rows?.setNeedsDisplay() }

  /// Draws the ages again.
  func timePassed() { if !store.isPaused { setNeedsDisplay() } }
}

extension RecordListPane {
  /// The loaded rows. Tracked.
  var page: RecordsWindow.Value { store.live.page }
  /// The query of the list: which records, in which order. Tracked.
  var list: ListQuery { store.list }
}
