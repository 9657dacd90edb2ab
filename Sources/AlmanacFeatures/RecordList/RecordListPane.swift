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
  let dataSource = DiffableDataSource<ListSection, Record>()
  private let environment: ScreenEnvironment
  private(set) var rows: Pane!
  private(set) var searchLine: Pane!

  private(set) lazy var keys = Self.makeKeys()
  private(set) lazy var searchKeys = Self.makeSearchKeys()

  private var marks = ChangeMarks()
  /// How wide each column has had to be so far.
  private var widths: [Int] = []
  /// The window whose rows were applied last.
  private var shown: RecordsWindow<Record>?
  /// Where the rows at hand stand in their list.
  private var places: [Int: RowKey] = [:]
  /// The record with the cursor when the search began.
  private var placeBeforeSearch: (id: Int, key: RowKey)?
  /// The record that gets the cursor when the whole list comes back.
  private var returning: Int?
  /// The wish that was answered last.
  private var revealed = 0
  /// A row that is asked for but not at hand, and its key.
  private var wanted: (id: Int, key: RowKey)?
  /// What was asked for last, so that it is asked for once.
  private var requested: WindowNeed<Int>?
  /// What was pressed for rows of another search than the one shown: done when they are there, as if they had been.
  private var held: [() -> Void] = []
  /// Wakes whoever read the note.
  private let noteStamp = ChangeStamp()
  private var notedCount = 0
  /// Whether the clock was asked for a call when the next mark ends.
  private var isMarkEndScheduled = false
  private var tokens: [ObserveToken] = []

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    let scheduler = environment.scheduler
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.applyPage() })
    tokens.append(observe(scheduler: scheduler) { [weak self] in self?.answerReveal() })
    rows = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: scheduler) { [weak self] rect, buffer in
      self?.drawRows(in: rect, on: &buffer)
      return nil
    }
    searchLine = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: scheduler) {
      [weak self] rect, buffer in
      self?.drawSearchLine(in: rect, on: &buffer)
    }
  }

  /// Whether the search line takes a line of the screen. Tracked.
  var isSearchShown: Bool { store.isSearchTyped || !store.search.isEmpty }

  /// How many records came above the screen, in words. Tracked.
  var note: String {
    noteStamp.access()
    let count = dataSource.newAbove
    return count > 0 ? "\(count.groupedDigits) new above" : ""
  }

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
  private var headerHeight: Int { rows.rect.height > 1 ? 1 : 0 }

  /// Puts the cursor on the record at a place on the screen. Returns whether there is one.
  func select(at point: Point) -> Bool {
    let line = point.row - rows.rect.row - headerHeight
    guard rows.rect.contains(point), line >= 0, line < dataSource.visibleRange.count else { return false }
    move { $0.select(screenLine: line) }
    return true
  }

  /// The record with the cursor, and where it stands in its list.
  private var selectedPlace: (id: Int, key: RowKey)? {
    dataSource.selected.flatMap { id in places[id].map { (id, $0) } }
  }

  /// Where the list is to stand when the search is cleared: around the hit with the cursor, or, where nothing was found,
  /// where it stood before.
  func placeToReturnTo() -> RowKey? {
    let place = selectedPlace ?? placeBeforeSearch
    returning = place?.id
    return place?.key
  }

  // MARK: Keys

  /// Moves the cursor in a way that the data source knows, and draws it.
  func move(_ motion: @escaping (DiffableDataSource<ListSection, Record>) -> Void) {
    whenCurrent { [self] in
      motion(dataSource)
      rows.setNeedsDisplay()
      // Rows that were asked for and did not come, since the file was locked say, are asked for again.
      if store.loading == nil { requested = nil }
      placeChanged()
    }
  }

  /// Does something to the record with the cursor.
  func actOnSelected(_ action: @escaping (Int) -> RecordList<Record>.Action) {
    whenCurrent { [self] in
      if let id = dataSource.selected { store.send(action(id)) }
    }
  }

  /// Does `work` to the rows of what is searched for: at once, or when they are there. So keys that are typed faster
  /// than rows come do what they would have done to these, and no record is meant that the search has passed over.
  private func whenCurrent(_ work: @escaping () -> Void) {
    if isListComing { held.append(work) } else { work() }
  }

  /// Whether the rows of what is searched for are still to come.
  private var isListComing: Bool {
    shown?.list.search ?? SearchQuery() != store.query && store.$page.loadError == nil
  }

  /// Forgets what was pressed for rows that will not come any more.
  func dropHeldKeys() { held = [] }

  /// Draws the ages anew.
  func timePassed() { rows.setNeedsDisplay() }

  // MARK: Rows

  private func applyPage() {
    let page = store.page
    guard let window = page.window else { return }
    // A load that is cancelled just after its rows came goes back to those before it, until the next one's are there.
    if window.list.search != store.query, shown?.list.search == store.query { return }
    let isAnotherList = shown?.list != window.list
    let isSameWindow = shown == window
    let wasWhole = shown?.list.isWhole ?? true
    shown = window
    if isAnotherList {
      if wasWhole { placeBeforeSearch = selectedPlace }
      dataSource.expectAnotherList()
    }
    let difference = dataSource.apply(
      DiffableSnapshot(section: .records, items: page.rows),
      position: WindowPosition(reachesStart: page.reachesStart, reachesEnd: page.reachesEnd))
    if !difference.isStale { places = Dictionary(zip(page.rows.map(\.id), page.keys)) { first, _ in first } }
    if isAnotherList {
      if window.anchor == .start {
        dataSource.moveToStart()
      } else if let id = returning {
        dataSource.select(id)
      }
      returning = nil
      requested = nil
    } else {
      mark(difference, arrivals: isSameWindow)
      if let lost = difference.lostSelection { store.send(.selectionLost(id: lost)) }
    }
    if isAnotherList || !difference.isEmpty { rows.setNeedsDisplay() }
    placeChanged()
    guard !isListComing else { return }
    let work = held
    held = []
    for work in work { work() }
  }

  /// Marks what arrived and what changed, for a moment.
  private func mark(_ difference: ListDifference<Int>, arrivals: Bool) {
    let now = environment.clock.now()
    let until = now + environment.markingTime
    if arrivals { for id in difference.arrivals { marks.add(.arrived, to: id, until: until) } }
    let context = self.context
    for update in difference.updates {
      guard let old = dataSource.previousVersion(of: update.id) else { continue }
      let new = dataSource.items[update.index]
      let columns = Record.listColumns.indices.filter {
        Record.listColumns[$0].text(old, context) != Record.listColumns[$0].text(new, context)
      }
      if !columns.isEmpty { marks.add(.changed(columns: Set(columns)), to: update.id, until: until) }
    }
    scheduleMarkEnd()
  }

  /// Asks for a call when the next mark ends, unless that has been asked for.
  private func scheduleMarkEnd() {
    guard !isMarkEndScheduled, let end = marks.nextEnd else { return }
    isMarkEndScheduled = true
    environment.clock.schedule(max(0, end - environment.clock.now())) { [weak self] in
      guard let self else { return }
      isMarkEndScheduled = false
      if marks.expire(at: environment.clock.now()) { rows.setNeedsDisplay() }
      scheduleMarkEnd()
    }
  }

  private func answerReveal() {
    guard let reveal = store.reveal, reveal.number != revealed else { return }
    revealed = reveal.number
    wanted = (reveal.id, reveal.key)
    dataSource.select(reveal.id)
    if reveal.isNew {
      marks.add(.arrived, to: reveal.id, until: environment.clock.now() + environment.markingTime)
      scheduleMarkEnd()
    }
    rows.setNeedsDisplay()
    placeChanged()
  }

  /// Follows a change of the cursor's or the view's place.
  private func placeChanged() {
    requestRows()
    guard dataSource.newAbove != notedCount else { return }
    notedCount = dataSource.newAbove
    noteStamp.noteChange()
  }

  /// Asks the feature for the rows that the data source needs, once.
  private func requestRows() {
    let need = dataSource.windowNeeded
    guard need != requested else { return }
    requested = need
    guard let need, let anchor = anchor(of: need) else { return }
    // Three screens on either side: a page is at hand before it is asked for, and few pages ask at all.
    let margin = max(dataSource.height, 10) * 3
    let list = shown?.list ?? ListQuery()
    store.send(.windowNeeded(RecordsWindow(list, anchor: anchor, before: margin, after: margin)))
  }

  private func anchor(of need: WindowNeed<Int>) -> WindowAnchor? {
    switch need {
    case .start: return .start
    case .end: return .end
    case .around(let id, _):
      if let key = places[id] { return .around(key) }
      return wanted?.id == id ? wanted.map { .around($0.key) } : nil
    }
  }

  // MARK: Drawing

  private var context: ListContext { ListContext(now: environment.clock.wholeMinutes) }

  private func drawRows(in rect: Rect, on buffer: inout CellBuffer) {
    guard rect.height > 0 else { return }
    let query = shown?.list.search ?? SearchQuery()
    let items = dataSource.items
    let selected = dataSource.selectedIndex
    let table = RecordTable<Record>(
      rows: dataSource.visibleRange.map { index in
        RecordTable.Row(
          record: items[index], isSelected: index == selected, isMarked: dataSource.isMarked(index),
          change: marks[items[index].id])
      },
      hasHeader: headerHeight > 0,
      query: query, context: context, theme: environment.theme)
    table.draw(in: rect, on: &buffer, widths: &widths)
    if items.isEmpty, dataSource.hasRows, rect.height > 2 {
      buffer.write(
        query.isEmpty ? "There are no \(Record.noun)s yet. a adds one." : "Nothing matches. Esc clears the search.",
        at: Point(column: rect.column + RecordTable<Record>.gutter, row: rect.row + 2),
        maxWidth: rect.width - RecordTable<Record>.gutter, style: environment.theme.muted, truncation: .ellipsis)
    }
  }

  private func drawSearchLine(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard rect.height > 0 else { return nil }
    return SearchLine(
      input: store.search, isTyped: store.isSearchTyped, hits: store.hits, total: store.total,
      theme: environment.theme
    ).draw(in: rect, on: &buffer)
  }
}
