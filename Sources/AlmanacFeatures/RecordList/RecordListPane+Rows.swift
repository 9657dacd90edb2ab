// The rows of a list as they come: applied, marked, counted, asked for.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores

extension RecordListPane {
  func applyPage() {
    let page = self.page
    guard let window = page.window else { return }
    // A load that is cancelled just after its rows came goes back to those before it, until the next one's are there.
    if window.list != list, shown?.list == store.list { return }
    let isAnotherList = shown?.list != window.list
    let isSameWindow = shown == window
    let snapshot = DiffableSnapshot(section: ListSection.records, items: page.rows)
    let position = WindowPosition(reachesStart: page.reachesStart, reachesEnd: page.reachesEnd)
    if isPaused, isSameWindow {
      note.waiting = waitingChanges(snapshot, position)
      return
    }
    // The rows around the cursor are on their way, since it is no more among those of this window.
    if isSameWindow, dataSource.hasRefused, loading != nil { return }
    // Other rows are as they are now; the counts still stand still.
    note.waiting = isPaused ? growth : 0
    let wasSearched = !(shown?.list.search.isEmpty ?? true)
    shown = window
    if page.isDamaged, !store.withState({ $0.isDamageFound }) { store.send(.damageFound) }
    if isAnotherList {
      if !wasSearched { placeBeforeSearch = selectedPlace }
      dataSource.expectAnotherList()
    }
    let arrivals = ListArrivals(page.arrivals.ids, isComplete: page.arrivals.isComplete)
    let difference = dataSource.apply(snapshot, position: position, arrivals: arrivals)
    if !difference.isStale { places = Dictionary(zip(page.rows.lazy.map { $0.id }, page.keys)) { first, _ in first } }
    if isAnotherList {
      if window.anchor == .start {
        dataSource.moveToStart()
      } else if let id = returning {
        dataSource.select(id)
      }
      returning = nil
      requested = nil
    } else {
      mark(difference)
      // Where the cursor is on its way elsewhere, it is not called back.
      if let lost = difference.lostSelection, !dataSource.isMotionPending { store.send(.selectionLost(id: lost)) }
    }
    heldKeys.removeLeaving { dataSource.index(of: $0) == nil }
    if isAnotherList || !difference.isEmpty { rows.setNeedsDisplay() }
    note.marked = dataSource.marked.count
    if isAnotherList {
      doubtMarks(lost: difference.lostMarks.count)
      checkMarks()
    } else {
      tellGone(difference.lostMarks)
    }
    if !difference.isStale { noteMoment(of: page) }
    placeChanged()
    if isAnotherList { answerReveal() }
  }

  /// Arrivals are told from a moment on at which everything above was at hand, and nothing of it unseen.
  private func noteMoment(of page: RecordsWindow<Record>.Value) {
    since = page.reachesStart && dataSource.newAbove == 0 ? page.newest : page.window?.since ?? since
  }

  /// Marks what arrived and what changed, for a moment.
  private func mark(_ difference: ListDifference<Int>) {
    for id in difference.arrivals where dataSource.index(of: id) != nil { marks.add(.arrived, to: id) }
    changed.add(difference.arrivals)
    let context = self.context
    for update in difference.updates {
      guard let old = dataSource.previousVersion(of: update.id) else { continue }
      let new = dataSource.items[update.index]
      let columns = Record.listColumns.indices.filter {
        Record.listColumns[$0].text(old, context) != Record.listColumns[$0].text(new, context)
      }
      guard !columns.isEmpty else { continue }
      marks.add(.changed(columns: Set(columns)), to: update.id)
      changed.add([update.id])
    }
  }

  /// How many changes are kept from a list that stands still: those in sight, and by how many records it grew or
  /// shrank.
  private func waitingChanges(_ snapshot: DiffableSnapshot<ListSection, ListedRow>, _ position: WindowPosition) -> Int {
    let inSight = dataSource.changes(to: snapshot, position: position)
    return inSight.updated + max(inSight.arrived + inSight.gone, growth)
  }

  /// By how many records the list grew or shrank while it stands still. Tracked.
  private var growth: Int {
    let (now, before) =
      list.isWhole ? (store.total, store.pausedCounts?.total) : (store.hits, store.pausedCounts?.hits)
    return abs((now.value ?? 0) - (before?.value ?? now.value ?? 0))
  }

  /// Goes to the next record that arrived or changed while the list was shown, or, backwards, to the one before.
  func visitChange(forward: Bool) {
    heldKeys.whenCurrent { [self] in
      switch changed.next(from: dataSource.selectedIndex, in: dataSource.items.lazy.map(\.id), forward: forward) {
      case .atHand(let id): moveAtOnce { $0.select(id) }
      case .elsewhere(let id): store.send(.visitAsked(id: id))
      case .none: store.send(.nothingToVisit)
      }
    }
  }

  /// Asks once more for rows that were read and are not enough: while they were on their way, others wrote so much that
  /// the cursor's record is not among them, or the window before them was shown once more.
  func askAgain() {
    guard loading == nil, page.window != nil, pageError == nil, canAskAgain,
      dataSource.windowNeeded == requested, dataSource.hasRefused || dataSource.isMotionPending
    else { return }
    requested = nil
    requestRows()
  }

  /// Whether rows are wanted that there are: a record that is waited for may never come.
  var canAskAgain: Bool {
    switch dataSource.windowNeeded {
    case .around(let id, _): dataSource.index(of: id) != nil
    case .start, .end: true
    case nil: false
    }
  }

  /// Asks the feature for the rows that the data source needs, once.
  func requestRows() {
    let need = dataSource.windowNeeded
    guard need != requested else { return }
    requested = need
    guard let need, let anchor = anchor(of: need) else { return }
    let margin = max(dataSource.height, 10) * RecordList<Record>.screensAround
    let list = shown?.list ?? ListQuery()
    store.send(.windowNeeded(RecordsWindow(list, anchor: anchor, before: margin, after: margin, since: since)))
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
}
