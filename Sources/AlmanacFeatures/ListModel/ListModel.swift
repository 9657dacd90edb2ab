// The rows, the cursor, the marks and the arranged columns of a list: one model that the reducer and the pane share.
//
//   reducer ──reveal, mark, unmark──┐
//   pane ──take(page), motions──────┴──> model ──changes──> pane: draws, asks for the wanted rows
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing

/// The one section of a list of records.
enum ListSection: Hashable, Sendable {
  case records
}

/// The loaded rows of one list, with cursor, marks and scroll position.
///
/// It is part of the state of the list's feature. Confined to the main actor, like the store.
public final class ListModel {
  typealias Place = (id: RecordID, key: RowKey)

  let dataSource = DiffableDataSource<ListSection, ListedRow>()
  /// Wakes the pane after a change that the pane did not make itself.
  let changes = ChangeStamp()
  /// The rows that were taken last.
  private(set) var loaded = LoadedRows()
  /// The newest identity at the last moment when no arrival above was unseen.
  private var since: Int?
  /// The records to visit that arrived or changed while this list was shown.
  var changed = ChangedRecords()
  /// Where the cursor goes next.
  var targets = CursorTargets()
  /// Where a range of marks begins.
  var range = MarkedRange()
  /// The uncertainty about the marks.
  var markDoubts = MarkDoubts()
  /// Whether the record under the cursor is another one without the person's doing: the former one left the list, or
  /// another table or file has taken the place of the shown one. A key was meant for the former record until the person
  /// can have read the new one.
  var isCursorExchanged = false
  /// The person's own changes, until the rows show them.
  var own = OwnChanges()
  /// The records that disappeared without a known commit that changed them.
  private(set) var unexplained: [RecordID] = []
  /// How many rows were last wanted on either side of the cursor.
  var margin = RecordsWindow.usualHeight
  /// The person's arrangement of the columns.
  var layout = ColumnLayout() { didSet { if layout != oldValue { changes.noteChange() } } }
  /// The current column of a list that has one.
  var column: String?
  /// The last request, so that it is made once.
  private var requested: WindowNeed<RecordID>?

  /// Makes a model without rows.
  init() {}

  /// How many rows are loaded at the start: two screens. More are wanted only when the cursor moves.
  var beginning: Int { margin / RecordList.screensAround * 2 + 1 }

  /// The list of the loaded rows.
  var list: ListQuery? { loaded.window?.list }

  /// The record with the cursor, and its key in the list.
  var selectedPlace: Place? {
    dataSource.selectedIndex.map { (dataSource.items[$0].id, loaded.keys[$0]) }
  }

  /// The cursor's place, if the loaded rows tell it.
  var cursorPlace: CursorPlace? {
    dataSource.selectedIndex.flatMap { loaded.place(ofRow: $0, reachesEnd: dataSource.position.reachesEnd) }
  }

  // MARK: Rows

  private var cursor: CursorTargets.Cursor? {
    dataSource.selectedIndex.flatMap { index in dataSource.selectedLine.map { (index, $0) } }
  }

  /// The window of `list` that has the loaded rows, if `list` shows the same in the same order; otherwise `nil`.
  func window(of list: ListQuery) -> RecordsWindow? {
    guard let window = loaded.window, window.list.over(list.table) == list,
      window.list.order.terms == list.order.terms
    else { return nil }
    return RecordsWindow(list, anchor: window.anchor, before: window.before, after: window.after)
  }

  /// Keeps the cursor on its line of the list before this one, which had the same rows.
  func takeCursor(of old: ListModel, in list: ListQuery) {
    targets.held = (list, old.cursor ?? old.targets.held?.cursor)
  }

  /// Takes the rows of a page that has a window. Returns whether they are of another list or may have other rowids, and
  /// the difference from the rows before.
  func take(
    _ page: RecordsWindow.Value, _ window: RecordsWindow
  ) -> (isAnotherList: Bool, difference: ListDifference<RecordID>) {
    let isRenumbered = loaded.isRenumbered(by: page)
    let isSameList = list == window.list
    let isAnotherList = !isSameList || isRenumbered
    let keepsLine = isSameList ? isRenumbered : targets.held?.list == window.list
    let cursor = isSameList ? cursor : targets.held?.cursor
    targets.held = nil
    let lostBefore = isRenumbered ? markDoubts.lostCount + markCount : 0
    if isRenumbered {
      forgetMarks()
      targets.forgetRecords()
    }
    if isAnotherList {
      if !isRenumbered, list?.search.isEmpty != false { targets.beforeSearch = selectedPlace }
      dataSource.expectAnotherList(marked: markDoubts.beforeSearch)
    }
    loaded.window = window
    dataSource.isByPlace = window.list.table.identity == .none
    let difference = dataSource.apply(
      page.snapshot, position: page.position,
      arrivals: ListArrivals(page.arrivals.ids, isComplete: page.arrivals.isComplete))
    if !difference.isStale { loaded.take(page) }
    if !isAnotherList { markDoubts.beforeSearch?.subtract(difference.lostMarks) }
    if isAnotherList {
      if keepsLine {
        if let cursor, !page.rows.isEmpty {
          dataSource.select(page.rows[min(cursor.index, page.rows.count - 1)].id, line: cursor.line)
        }
      } else if window.anchor == .start {
        dataSource.moveToStart()
      } else if case .left = window.anchor, !page.rows.isEmpty {
        dataSource.select(page.rows[min(page.anchorIndex, page.rows.count - 1)].id, line: targets.keptLine)
      } else if let returning = targets.returning {
        dataSource.select(returning.id, line: returning.line)
      }
      (targets.returning, requested) = (nil, nil)
      if isRenumbered { markDoubts.lostCount = lostBefore } else { doubtMarks(lost: difference.lostMarks.count) }
      revealNow()
    }
    if !difference.isStale {
      dropOwnNews()
      own.rowsTaken()
      noteMoment(of: page)
    }
    return (isAnotherList, difference)
  }

  /// Moves the moment from which arrivals count. It moves while the rows reach the start and no arrival above is
  /// unseen.
  private func noteMoment(of page: RecordsWindow.Value) {
    if page.reachesStart, dataSource.newAbove == 0 {
      since = page.newest
    } else {
      since = page.window?.since ?? since
    }
  }

  /// The wanted rows that are not requested yet; `nil` if there are none.
  func windowToRequest() -> RecordsWindow? {
    let need = dataSource.windowNeeded
    guard need != requested, let list else { return nil }
    requested = need
    guard let need, let anchor = anchor(of: need) else { return nil }
    let margin = max(dataSource.height, 10) * RecordList.screensAround
    return RecordsWindow(list, anchor: anchor, before: margin, after: margin, since: since)
  }

  /// Allows a new request for rows that did not come or were not enough.
  func forgetRequest() { requested = nil }

  /// Whether the requested rows are still wanted, and exist: an awaited record may never come.
  var wantsSameRows: Bool {
    dataSource.windowNeeded == requested && (dataSource.hasRefused || dataSource.isMotionPending) && canAskAgain
  }

  /// Whether the wanted rows exist.
  var canAskAgain: Bool {
    switch dataSource.windowNeeded {
    case .around(let id, _): dataSource.index(of: id) != nil
    case .start, .end: true
    case nil: false
    }
  }

  private func anchor(of need: WindowNeed<RecordID>) -> WindowAnchor? {
    switch need {
    case .start: return .start
    case .end: return .end
    case .around(let id, _):
      if let index = dataSource.index(of: id) { return .around(loaded.keys[index]) }
      return targets.wanted.flatMap { $0.id == id ? .around($0.key) : nil }
    }
  }

  // MARK: Records to reveal

  /// Puts the cursor on a record of a list, as soon as the rows of that list are loaded. `line`: its line on the
  /// screen. `isNew`: it has just been added or restored, and gets a mark for that.
  func reveal(_ id: RecordID, _ key: RowKey, in list: ListQuery, line: Int? = nil, isNew: Bool) {
    targets.toReveal = ((id, key), line, list)
    if isNew { noteNew(id) }
    revealNow()
    changes.noteChange()
  }

  private func revealNow() {
    guard let (place, line, list) = targets.toReveal, list == self.list else { return }
    (targets.toReveal, targets.wanted) = (nil, place)
    dataSource.select(place.id, line: line)
  }

  /// Notes a record that was just added, changed or restored here: it can be visited as a change, and is marked for a
  /// moment.
  func noteNew(_ id: RecordID) {
    own.noteNew(id)
    changed.add([id])
  }

  // MARK: News

  /// These records are about to be deleted here.
  func expectDeletion(of ids: some Sequence<RecordID>) { own.deleted.formUnion(ids) }

  /// These records were not deleted after all.
  func expectStay(of ids: some Sequence<RecordID>) { own.deleted.subtract(ids) }

  /// How many of the gone records others have certainly deleted. `isDeletedElsewhere` tells whether a commit of another
  /// program deleted a record; `nil` while no commit that changed it is known.
  func goneElsewhere(_ ids: [RecordID], _ isDeletedElsewhere: (RecordID) -> Bool?) -> Int {
    let others = ids.filter { own.deleted.remove($0) == nil }
    // Records that disappear together with one deleted here may have been deleted by a foreign key.
    if keepsRecords, others.count == ids.count { return others.count }
    return explain(others, isDeletedElsewhere)
  }

  /// The same for the records without a known commit.
  func goneSince(_ isDeletedElsewhere: (RecordID) -> Bool?) -> Int {
    let ids = unexplained
    unexplained = []
    return explain(ids, isDeletedElsewhere)
  }

  private func explain(_ ids: [RecordID], _ isDeletedElsewhere: (RecordID) -> Bool?) -> Int {
    ids.count { id in
      let isDeleted = isDeletedElsewhere(id)
      if isDeleted == nil, unexplained.count < ChangedRecords.capacity { unexplained.append(id) }
      return isDeleted == true
    }
  }

  /// Forgets the unexplained gone records.
  func forgetGone() { unexplained = [] }

  /// A change that is made here may add or restore records of a table: the list does not count them as news.
  func expectArrivals(of change: BookChange, in table: ListedTable) {
    guard change.additions(to: table).contains(where: { _ in true }) else { return }
    expectStay(of: change.additions(to: table))
    own.expectAdditions(of: change)
    // Their rows may have been taken before.
    dropOwnNews()
    changes.noteChange()
  }

  /// No change is being made here any more.
  func endArrivals() { own.endAdditions() }

  private func dropOwnNews() {
    guard let table = list?.table else { return }
    for change in own.additions { dataSource.dropNews(of: change.additions(to: table)) }
  }

  /// How many records certainly arrived below the screen.
  var newBelow: Int {
    let count = dataSource.newBelow
    return count > 0 && keepsRecords ? count : 0
  }

  /// Whether a record that leaves the loaded rows was deleted, and one that enters them is new: no edit can move a
  /// record out of these rows, or hide it.
  private var keepsRecords: Bool {
    guard let list, list.isWhole else { return false }
    return dataSource.position == .whole || list.order.terms.map(\.column) == list.table.identity.columns
  }
}

extension ListModel: Equatable {
  /// A model equals only itself.
  public static func == (a: ListModel, b: ListModel) -> Bool { a === b }
}

extension RecordsWindow.Value {
  var snapshot: DiffableSnapshot<ListSection, ListedRow> { DiffableSnapshot(section: .records, items: rows) }
  var position: WindowPosition {
    WindowPosition(reachesStart: reachesStart, reachesEnd: reachesEnd, isPartial: isPartial)
  }
}
