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

  private var marks = ChangeMarks()
  /// How wide each column has had to be so far.
  private var widths: [Int] = []
  /// The window whose rows were applied last.
  private var shown: RecordsWindow<Record>?
  /// The wish that was answered last.
  private var revealed = 0
  /// A row that is asked for but not at hand, and its key.
  private var wanted: (id: Int, key: RowKey)?
  /// What was asked for last, so that it is asked for once.
  private var requested: WindowNeed<Int>?
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

  /// How many records came above the screen, in words. Tracked only through `rows`.
  var note: String {
    let count = dataSource.newAbove
    return count > 0 ? "\(count.groupedDigits) new above" : ""
  }

  /// Gives the list its place: the search line above, then header and rows.
  func layOut(in rect: Rect) {
    let searchHeight = isSearchShown ? 1 : 0
    if rows.rect.width != rect.width { widths = [] }
    searchLine.rect = Rect(column: rect.column, row: rect.row, width: rect.width, height: min(searchHeight, rect.height))
    rows.rect = Rect(
      column: rect.column, row: rect.row + searchHeight, width: rect.width, height: max(0, rect.height - searchHeight))
    dataSource.height = max(0, rows.rect.height - 1)
    requestRows()
  }

  // MARK: Keys

  /// Moves the cursor in a way that the data source knows, and draws it.
  func move(_ motion: (DiffableDataSource<ListSection, Record>) -> Void) {
    motion(dataSource)
    rows.setNeedsDisplay()
    requestRows()
  }

  /// Draws what depends on the time anew: ages, and marks that have ended.
  func timePassed() {
    _ = marks.expire(at: environment.clock.now())
    rows.setNeedsDisplay()
  }

  // MARK: Rows

  private func applyPage() {
    let page = store.page
    guard let window = page.window else { return }
    let isAnotherList = shown?.search != window.search
    let isSameWindow = shown == window
    shown = window
    if isAnotherList { dataSource.expectAnotherList() }
    let difference = dataSource.apply(
      DiffableSnapshot(section: .records, items: page.rows),
      position: WindowPosition(reachesStart: page.reachesStart, reachesEnd: page.reachesEnd))
    if isAnotherList {
      if window.anchor == .start { dataSource.moveToStart() }
      requested = nil
    } else {
      mark(difference, arrivals: isSameWindow)
      if let lost = difference.lostSelection { store.send(.selectionLost(id: lost)) }
    }
    if isAnotherList || !difference.isEmpty { rows.setNeedsDisplay() }
    requestRows()
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
    if let end = marks.nextEnd, end == until {
      environment.clock.schedule(environment.markingTime) { [weak self] in self?.timePassed() }
    }
  }

  private func answerReveal() {
    guard let reveal = store.reveal, reveal.number != revealed else { return }
    revealed = reveal.number
    wanted = (reveal.id, reveal.key)
    dataSource.select(reveal.id)
    rows.setNeedsDisplay()
    requestRows()
  }

  /// Asks the feature for the rows that the data source needs, once.
  private func requestRows() {
    let need = dataSource.windowNeeded
    guard need != requested else { return }
    requested = need
    guard let need, let anchor = anchor(of: need) else { return }
    // Three screens on either side: a page is at hand before it is asked for, and few pages ask at all.
    let margin = max(dataSource.height, 10) * 3
    let search = shown?.search ?? SearchQuery()
    store.send(.windowNeeded(RecordsWindow(search: search, anchor: anchor, before: margin, after: margin)))
  }

  private func anchor(of need: WindowNeed<Int>) -> WindowAnchor? {
    switch need {
    case .start: return .start
    case .end: return .end
    case .around(let id, _):
      if let index = dataSource.index(of: id) { return .around(dataSource.items[index].key) }
      return wanted?.id == id ? wanted.map { .around($0.key) } : nil
    }
  }

  // MARK: Drawing

  private var context: ListContext {
    ListContext(now: environment.clock.wholeMinutes, isUnicode: environment.isUnicode)
  }

  private func drawRows(in rect: Rect, on buffer: inout CellBuffer) {
    guard rect.height > 0 else { return }
    let query = shown?.search ?? SearchQuery()
    let items = dataSource.items
    let selected = dataSource.selectedIndex
    let table = RecordTable<Record>(
      rows: dataSource.visibleRange.map { index in
        RecordTable.Row(
          record: items[index], isSelected: index == selected, isMarked: dataSource.isMarked(index),
          change: marks[items[index].id])
      },
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
