// A list on the screen: takes the rows that its feature fetches, keeps the cursor on its record, asks for more rows.
//
//   key ──> data source moves its cursor ──> drawn in this turn ──> windowNeeded ──> feature loads ──┐
//   pane draws <── marks <── difference <── data source applies <── page <── observe ────────────────┘
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing
import Stores
import Terminals

/// The one section of a list of records.
enum ListSection: Hashable, Sendable {
  case records
}

/// The screen of a list.
@MainActor
final class RecordListPane<Record: ListedRecord> {
  let store: StoreOf<RecordList<Record>>
  let dataSource = DiffableDataSource<ListSection, ListedRow>()
  let environment: ScreenEnvironment
  let paths = RecordListPaths<Record>()
  private(set) var rows: Pane!
  private(set) var searchLine: Pane!

  // Made here, by a class whose records are known: what a key does is then compiled for them.
  let keys: [KeyBinding<RecordListPane>] = RecordListPane.makeKeys()
  let searchKeys: [KeyBinding<RecordListPane>] = RecordListPane.makeSearchKeys()

  /// The rows that arrived or changed a moment ago.
  private(set) lazy var marks = TimedMarks<Int>(environment) { [weak self] in self?.rows.setNeedsDisplay() }
  /// The records that arrived or changed while this list was shown, to be visited.
  var changed = ChangedRecords()
  /// How wide each column has had to be so far.
  var widths: [Int] = []
  /// What the pane of the rows shows.
  var drawn: RecordTable<Record>.Drawn?
  /// The window whose rows were applied last.
  var shown: RecordsWindow<Record>?
  /// The newest identity when nothing above was unseen.
  var since: Int?
  /// Where the rows at hand stand in their list.
  var places: [Int: RowKey] = [:]
  /// The record with the cursor when the search began.
  var placeBeforeSearch: (id: Int, key: RowKey)?
  /// The record that gets the cursor when another list has come.
  var returning: Int?
  /// The record that keys wait for to have the cursor, also while it is not at hand.
  var revealing: Int?
  /// The wishes that were answered last.
  var answeredReveal = 0
  var answeredRefusal = 0
  /// The number of the last look for marked records that are listed no more.
  var markCheck = 0
  /// Whether the list is another since the records were marked, and may not show them all.
  var areMarksDoubted = false
  /// The newest record that the cursor was sent to.
  var followed: Int?
  /// A row that is asked for but not at hand, and its key.
  var wanted: (id: Int, key: RowKey)?
  /// What was asked for last, so that it is asked for once.
  var requested: WindowNeed<Int>?
  /// What was pressed for rows that are still to come.
  private(set) var heldKeys: HeldKeys!
  /// What the note says, and who wakes whoever read it.
  var note = ListNote() { didSet { if note != oldValue { noteStamp.noteChange() } } }
  private let noteStamp = ChangeStamp()
  /// The record with the cursor, and who wakes whoever read it.
  var selectedRecord: ListedRow? { didSet { if selectedRecord != oldValue { selectionStamp.noteChange() } } }
  let selectionStamp = ChangeStamp()
  /// Whether there is a record that the cursor is on, and who wakes whoever read it.
  private var isOccupied = false { didSet { if isOccupied != oldValue { occupationStamp.noteChange() } } }
  private let occupationStamp = ChangeStamp()
  private var tokens: [ObserveToken] = []

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    heldKeys = makeHeldKeys()
    let scheduler = environment.scheduler
    rows = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: scheduler, keepsContent: true) {
      [weak self] rect, buffer in
      self?.drawRows(in: rect, on: &buffer)
      return nil
    }
    searchLine = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: scheduler) {
      [weak self] rect, buffer in
      self?.drawSearchLine(in: rect, on: &buffer)
    }
    // Behind the panes: what is there already is drawn at once.
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.applyPage() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.answerReveal() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.answerMarkings() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.followNewest() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.answerRefusal() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.dropUnlistedMarks() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.answerHeldKeys() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.askAgain() })
  }

  /// Whether the line of search and filter takes a line of the screen. Tracked.
  var isSearchShown: Bool { isSearchTyped || !search.isEmpty || list.filter != nil }

  /// What is to be known of the list, in words, for the right of the status line. Tracked.
  var noteText: [String] {
    noteStamp.access()
    return note.phrases(isPaused: isPaused, isFollowing: store.isFollowing)
  }

  /// Whether records are marked. Tracked.
  var hasMarks: Bool {
    noteStamp.access()
    return note.marked > 0
  }

  /// The record with the cursor. Tracked.
  var selection: ListedRow? {
    selectionStamp.access()
    return selectedRecord
  }

  /// Whether there is a record that the cursor is on. Tracked.
  var hasRecord: Bool {
    occupationStamp.access()
    return isOccupied
  }

  /// Follows a change of the cursor's or the view's place.
  func placeChanged() {
    requestRows()
    (note.newAbove, note.isMoreNewAbove) = (dataSource.newAbove, dataSource.newAboveIsLowerBound)
    selectedRecord = dataSource.selectedItem
    isOccupied = !dataSource.items.isEmpty
  }

  /// From so many columns on the record with the cursor stands beside the list.
  static var leastWidthBeside: Int { 140 }

  /// Whether the screen has room for a record beside the list.
  var hasRoomBeside = false

  /// Gives the list its place: the search line above, then header and rows.
  func layOut(in rect: Rect) {
    let searchHeight = isSearchShown ? 1 : 0
    if rows.rect.width != rect.width { widths = [] }
    searchLine.rect = Rect(
      column: rect.column, row: rect.row, width: rect.width, height: min(searchHeight, rect.height))
    rows.rect = Rect(
      column: rect.column, row: rect.row + searchHeight, width: rect.width, height: max(0, rect.height - searchHeight))
    dataSource.height = rows.rect.height - headerHeight
    placeChanged()
  }

  /// A single line shows a record rather than the columns' names.
  var headerHeight: Int { rows.rect.height > 1 ? 1 : 0 }

  /// Puts the cursor on the record at a place on the screen. Returns whether there is one.
  func select(at point: Point) -> Bool {
    let line = point.row - rows.rect.row - headerHeight
    guard rows.rect.contains(point), line >= 0, line < dataSource.visibleRange.count else { return false }
    move { $0.select(screenLine: line) }
    return true
  }

  /// The record with the cursor, and where it stands in its list.
  var selectedPlace: (id: Int, key: RowKey)? {
    dataSource.selected.flatMap { id in places[id].map { (id, $0) } }
  }

  /// Where the list is to stand when the search is cleared: around the hit with the cursor, or, where nothing was
  /// found, where it stood before.
  func placeToReturnTo() -> RowKey? {
    let place = selectedPlace ?? placeBeforeSearch
    returning = place?.id
    return place?.key
  }

  // MARK: Keys

  /// Sends what a key asks that means no rows: behind the keys that wait for some, else at once.
  func sendInOrder(_ action: RecordList<Record>.Action, opens: Bool = false) {
    let isHeld = heldKeys.hold(isForAnything: false, opens: opens) { [store] in store.send(action) }
    if !isHeld { store.send(action) }
  }

  /// Marks all that the list shows. Nobody knows yet how many: what is pressed behind it may be a number.
  func markAll() {
    heldKeys.whenCurrent(opens: true) { [store] in store.send(.markAllKeyPressed) }
  }

  /// Moves the cursor in a way that the data source knows, and draws it.
  func move(_ motion: @escaping (DiffableDataSource<ListSection, ListedRow>) -> Void) {
    heldKeys.whenCurrent(isMotion: true) { [self] in moveAtOnce(motion) }
  }

  func moveAtOnce(_ motion: (DiffableDataSource<ListSection, ListedRow>) -> Void) {
    if store.withState({ $0.isFollowing }) { store.send(.cursorMoved) }
    motion(dataSource)
    rows.setNeedsDisplay()
    // Rows that were asked for and did not come, since the file was locked say, are asked for again.
    if store.withState({ $0.loading == nil }) { requested = nil }
    placeChanged()
  }

  /// Goes on to another list, with the cursor on the record that has it, if that is among those listed.
  func relist(_ action: @escaping (Int?) -> RecordList<Record>.Action) {
    heldKeys.whenCurrent { [self] in relistAtOnce(action) }
  }

  func relistAtOnce(_ action: (Int?) -> RecordList<Record>.Action) {
    let selected = dataSource.selected
    returning = selected
    placeBeforeSearch = nil
    store.send(action(selected))
  }

  /// Takes away what hides a record, and puts the cursor on it.
  func show(_ hidden: HiddenRecord) {
    if hidden.isNew { marks.add(.arrived, to: hidden.id) }
    changed.add([hidden.id])
    heldKeys.drop()
    relistAtOnce { _ in .hiddenKeyPressed(hidden) }
    returning = hidden.id
  }

  /// Deletes the marked records, or the one with the cursor.
  func deleteMarked() {
    actOnMarked { [self] ids, cursor in
      if ids.count <= RecordList<Record>.unconfirmedLimit { heldKeys.addLeaving(ids) }
      return .deleteKeyPressed(ids: ids, cursor: cursor)
    }
  }

  /// Opens the record with the cursor in some way.
  func openSelected(_ action: @escaping (Int) -> RecordList<Record>.Action) {
    heldKeys.whenCurrent(opens: true) { [self] in
      if let id = dataSource.selected { store.send(action(id)) }
    }
  }

  /// Edits the record with the cursor.
  func editSelected() {
    openSelected { [self] id in isOutOfDate([id]) ? .changeOfOldRowsRefused : .editKeyPressed(id: id) }
  }

  /// Whether the list stands still, and shows one of these records as it is no more.
  private func isOutOfDate(_ ids: [Int]) -> Bool {
    guard isPaused, note.waiting > 0 else { return false }
    let present = Dictionary(page.rows.lazy.map { ($0.id, $0) }) { first, _ in first }
    return ids.contains { id in dataSource.index(of: id).map { dataSource.items[$0] != present[id] } ?? false }
  }

  /// Does something to the marked records, or, where none is marked, to the one with the cursor.
  func actOnMarked(_ action: @escaping (_ ids: [Int], _ cursor: Int?) -> RecordList<Record>.Action) {
    // Of many the number is asked for.
    heldKeys.whenCurrent(opens: areMarksComing || !dataSource.marked.isEmpty) { [self] in
      let ids = dataSource.marked.isEmpty ? dataSource.selected.map { [$0] } ?? [] : Array(dataSource.marked)
      if ids.isEmpty { return }
      store.send(isOutOfDate(ids) ? .changeOfOldRowsRefused : action(ids, dataSource.selected))
    }
  }

  /// Marks the record with the cursor, or takes its mark away.
  func toggleMark() {
    heldKeys.whenCurrent { [self] in
      guard let id = dataSource.selected else { return }
      dataSource.toggleMark(id)
      showMarks()
      // The others are looked for already: of a million marks each look takes longer than a key may.
      if dataSource.marked.contains(id) || dataSource.marked.isEmpty { checkMarks() }
    }
  }

  func clearMarks() {
    dataSource.clearMarks()
    marksChanged()
  }

  func marksChanged() {
    showMarks()
    checkMarks()
  }

  private func showMarks() {
    note.marked = dataSource.marked.count
    rows.setNeedsDisplay()
  }

  /// Draws the ages anew.
  func timePassed() { if !isPaused { rows.setNeedsDisplay() } }
}
