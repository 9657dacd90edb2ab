// A list on the screen: takes the rows that its feature fetches, keeps the cursor on its record, asks for more rows.
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
  /// The model of the list, which stands in the state.
  let model: ListModel
  let environment: ScreenEnvironment
  let table: ListedTable
  let journal = Container.shared.changeJournal()
  /// The columns, each with what it means.
  private(set) var columns: [ListColumn]
  private(set) var rows: Pane!
  private(set) var searchLine: Pane!

  let keys: [KeyBinding<RecordListPane>]
  let searchKeys = RecordListPane.makeSearchKeys()

  /// The rows that arrived or changed a moment ago.
  private(set) lazy var marks = TimedMarks<RecordID>(environment) { [weak self] in self?.setNeedsDisplay() }
  /// What the person has had time to read of the rows that have changed.
  private(set) lazy var readRecords = ReadRecords(table, environment)
  /// How the columns stand.
  var columnState = RecordTable.ColumnState()
  /// The column that keys for columns mean; `nil` where the list is filtered otherwise, until one is chosen.
  @Tracked var currentColumn: Int? = nil
  /// Whether the person has gone to another column since the list was sorted last.
  private var isColumnNew = false
  /// What the pane of the rows shows.
  var drawn: RecordTable.Drawn?
  /// The number of the last look for marked records that are listed no more.
  var markCheck = 0
  /// The places by which rows were read last.
  var followedPlaces: CollectedPlaces?
  /// The newest record that the cursor was sent to.
  var followed: RecordID?
  /// How many records the table has, as the screen shows it. With each frame it agrees with the rows.
  @Tracked private(set) var total = RecordCount.unknown
  /// What the note says.
  @Tracked var note = ListNote()
  /// Whether records have gone while no commit was known that has changed them.
  @Tracked var isGoneUnexplained = false
  /// The labels that were asked for last.
  var wantedLabels: ReferenceLabels?
  /// The labels that are shown: those that were there when the list began to stand still, while it does.
  var labels: ReferenceLabels.Value = []
  /// The record with the cursor.
  @Tracked private(set) var selection: ListedRow? = nil
  /// Whether there is a record that the cursor is on.
  @Tracked private(set) var hasRecord = false
  /// Where the cursor is; `nil` where that is not known.
  private(set) var cursorPlace: CursorPlace? {
    didSet { if cursorPlace != oldValue { searchLine?.setNeedsDisplay() } }
  }
  /// What the search line says beside the cursor's place: that changes with each key, and this does not.
  var searchContent: SearchLine!
  private var tokens: [ObserveToken] = []

  var dataSource: DiffableDataSource<ListSection, ListedRow> { model.dataSource }

  /// `taken`: the keys that mean something else here.
  init(store: StoreOf<RecordList>, environment: ScreenEnvironment, except taken: [Key] = []) {
    self.store = store
    (model, table) = store.withState { ($0.model, $0.table) }
    columns = table.listColumns
    if table.style.isDerived, !table.style.listColumns.isEmpty { currentColumn = 0 }
    keys = RecordListPane.makeKeys(table.style, except: taken)
    self.environment = environment
    let scheduler = environment.scheduler
    // Before the panes, so that these draw in the same frame what comes. Rows may be there already.
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.applyPage() })
    // By itself: the rows change with each commit, and the tabs show only this of them.
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

  /// What is to be known of the list, in words, for the right of the status line. Tracked.
  var noteText: [String] { note.phrases(isPaused: store.isPaused, isFollowing: store.isFollowing) }

  /// Shows the columns by what they mean. That is decided before the rows come that tell it.
  func takeMeanings() {
    for index in columns.indices { columns[index].takeMeaning(from: table) }
  }

  private func followTotal() { total = store.shownTotal }

  /// Whether records are marked. Tracked.
  var hasMarks: Bool { note.marked > 0 }

  /// Follows a change of the cursor's or the view's place.
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

  /// From so many columns on the record with the cursor stands beside the list.
  static var leastWidthBeside: Int { 140 }

  /// Whether the screen has room for a record beside the list.
  var hasRoomBeside = false

  /// The width of the screen in columns. If it changes, the list chooses its column widths again.
  var screenWidth = 0 { didSet { if screenWidth != oldValue { columnState = RecordTable.ColumnState() } } }

  /// On a smaller screen the search line has a line only while there is something in it: rows matter more.
  static var leastHeightWithSearchLine: Int { 4 }

  /// Gives the list its place: the search line above, then header and rows.
  func layOut(in rect: Rect) {
    let searchHeight = rect.height >= Self.leastHeightWithSearchLine || isNarrowed ? 1 : 0
    searchLine.rect = Rect(
      column: rect.column, row: rect.row, width: rect.width, height: min(searchHeight, rect.height))
    rows.rect = Rect(
      column: rect.column, row: rect.row + searchHeight, width: rect.width, height: max(0, rect.height - searchHeight))
    dataSource.height = rows.rect.height - headerHeight
    placeChanged()
  }

  /// A single line shows a record rather than the columns' names.
  var headerHeight: Int { rows.rect.height > 1 ? 1 : 0 }

  // MARK: Keys

  /// What the mouse does in the list.
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

  /// Puts the cursor on the record at a place on the screen. Returns whether there is one.
  private func select(at point: Point) -> Bool {
    let line = point.row - rows.rect.row - headerHeight
    guard rows.rect.contains(point), line >= 0, line < dataSource.visibleRange.count else { return false }
    move { $0.select(screenLine: line) }
    return true
  }

  /// Moves the cursor in a way that the data source knows, and draws it.
  func move(_ motion: (DiffableDataSource<ListSection, ListedRow>) -> Void) {
    if store.withState({ $0.isFollowing }) { store.send(.cursorMoved) }
    motion(dataSource)
    setNeedsDisplay()
    // Rows that were asked for and did not come, since the file was locked say, are asked for again.
    if store.withState({ $0.loading == nil }) { model.forgetRequest() }
    placeChanged()
  }

  /// Goes on to another list, with the cursor on the record that has it, if that is among those listed.
  func relist(_ action: (RecordID?) -> RecordList.Action) {
    model.placeBeforeSearch = nil
    store.send(action(dataSource.selected))
  }

  /// Takes away what hides a record, and puts the cursor on it.
  func show(_ hidden: HiddenRecord) {
    if hidden.isNew { marks.add(.arrived, to: hidden.id) }
    model.changed.add([hidden.id])
    relist { _ in .hiddenKeyPressed(hidden) }
  }

  /// Goes to the column so many to the right.
  func moveColumn(by count: Int) {
    guard let currentColumn else { return }
    isColumnNew = true
    self.currentColumn = min(max(currentColumn + count, 0), columns.count - 1)
    setNeedsDisplay()
  }

  /// Shows what the current column holds; in a list without one, the first.
  func showProfile() {
    if currentColumn == nil { moveColumn(by: 0) }
    if let currentColumn, columns.indices.contains(currentColumn) {
      store.send(.profileKeyPressed(column: columns[currentColumn].style.column))
    }
  }

  /// Sorts by the column that the person has gone to since the list was sorted last, otherwise by the next one.
  func sort() {
    let column = isColumnNew ? currentColumn.map { columns[$0].style.column } : nil
    isColumnNew = false
    relist { .sortKeyPressed(selected: $0, column: column) }
  }

  /// Opens the record with the cursor.
  func openSelected() {
    if let id = dataSource.selected { store.send(.openKeyPressed(id: id, rowIDVersion: model.rowIDVersion)) }
  }

  /// Edits the record with the cursor.
  func editSelected() {
    if let id = dataSource.selected { store.send(.editKeyPressed(id: id)) }
  }

  /// The column that an editor is opened on: the current one; in a list without one the first that can be set.
  private var editedColumn: String? {
    currentColumn.map { columns[$0].style.column } ?? table.style.editableColumns.first?.name
  }

  /// Opens the person's editor on the value that the cursor and the current column are on.
  func editValue() {
    if let id = dataSource.selected, let column = editedColumn { store.send(.editorKeyPressed(id: id, column: column)) }
  }

  /// Whether what is done to the marked records asks for their number first, or may do so once they are known.
  var asksForNumber: Bool { model.markCount > RecordList.unconfirmedLimit || store.withState(\.isMarkingAll) }

  /// Does something to the marked records, or, where none is marked, to the one with the cursor.
  func actOnMarked(_ action: (_ chosen: ChosenRecords, _ cursor: RecordID?) -> RecordList.Action) {
    guard var chosen = model.chosen else { return }
    chosen.read = chosenRows.map { readRecords.read($0, in: rows) }
    store.send(action(chosen, dataSource.selected))
  }

  /// Those of the rows on the screen that a key would act on.
  private var chosenRows: [ListedRow] {
    let hasMarks = model.markCount > 0
    return dataSource.visibleRange.filter { index in
      hasMarks ? dataSource.marked.contains(dataSource.items[index].id) : index == dataSource.selectedIndex
    }.map { dataSource.items[$0] }
  }

  /// When the person can have read what has changed in these rows; `nil` where nothing has.
  var readableAt: Double? { chosenRows.compactMap { readRecords.readableAt($0, in: rows) }.max() }

  /// Marks the record with the cursor, or takes its mark away.
  func toggleMark() {
    guard let id = dataSource.selected else { return }
    model.toggleMark(id)
    showMarks()
    if model.areMarksUnchecked { checkMarks() }
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

  /// Draws the rows again in the next frame. They may come before there is a pane for them, which draws them at once.
  func setNeedsDisplay() { rows?.setNeedsDisplay() }

  /// Draws the ages again.
  func timePassed() { if !store.isPaused { setNeedsDisplay() } }
}

extension RecordListPane {
  /// The rows at hand. Tracked.
  var page: RecordsWindow.Value { store.page }
  /// Which records are listed, and in which order. Tracked.
  var list: ListQuery { store.list }
}
