// The rows, the cursor and the marks of a list: one model that the reducer and the pane share.
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
  /// The schema version for which the rowids of the loaded rows hold; `nil` if they always hold.
  private(set) var rowIDVersion: Int?
  /// The window of the rows that were taken last.
  private(set) var shown: RecordsWindow?
  /// The newest identity at the last moment when no arrival above was unseen.
  private(set) var since: Int?
  /// The records to visit that arrived or changed while this list was shown.
  var changed = ChangedRecords()
  /// The record that gets the cursor in the next list, and its line on the screen; `nil`: any line.
  typealias Returning = (id: RecordID, line: Int?)
  var returning: Returning?
  /// The cursor's index and line in the list before this one, which had the same rows.
  private var held: (list: ListQuery, cursor: Cursor?)?
  /// The record with the cursor when the search began.
  var placeBeforeSearch: Place?
  /// Whether the list has changed since the records were marked, and may not show them all.
  var areMarksDoubted = false
  /// Whether records were marked, or all marks cleared, since the last lookup of the marked records.
  var areMarksUnchecked = false
  /// How many lost marks no message has mentioned yet.
  var lostMarkCount = 0
  /// Whether another program has put another record under the cursor, and since when that is on the screen.
  var exchange = CursorExchange()
  /// The keys of the loaded rows, in the order of the rows.
  private var keys: [RowKey] = []
  /// How many records precede the loaded rows; and the range of rowids from which a percentage is computed.
  private var above: Int?
  private var rowIDs: ClosedRange<Int>?
  /// The width of the greatest known rowid.
  private(set) var rowIDWidth = 0
  /// A requested row that is not loaded.
  private var wanted: Place?
  /// A record that gets the cursor when the rows of its list are taken.
  private var toReveal: (place: Place, line: Int?, list: ListQuery)?
  /// The records that are being deleted here: the list does not count them as news.
  var deletedHere: Set<RecordID> = []
  /// The records that disappeared without a known commit that changed them.
  private(set) var unexplained: [RecordID] = []
  /// The changes made here that add or restore records, until their rows are taken: those are not news.
  private var additions: [BookChange] = []
  /// Whether these changes are written: the next rows include them.
  private var areAdditionsWritten = false
  /// Records to be marked as new for a moment.
  private var newcomers: [RecordID] = []
  /// The listed records that are newer than `since`.
  private(set) var arrivals: Set<RecordID> = []
  /// The last record that was added, changed or restored here.
  private(set) var newestHere: RecordID?
  /// The places with which the loaded rows were read, if they cover all records.
  private(set) var collected: CollectedPlaces?
  /// The last request, so that it is made once.
  private var requested: WindowNeed<RecordID>?

  /// Makes a model without rows.
  init() {}

  /// The list of the loaded rows.
  var list: ListQuery? { shown?.list }

  /// The record with the cursor, and its key in the list.
  var selectedPlace: Place? {
    dataSource.selectedIndex.map { (dataSource.items[$0].id, keys[$0]) }
  }

  /// The cursor's place, if the loaded rows tell it.
  var cursorPlace: CursorPlace? {
    guard let index = dataSource.selectedIndex else { return nil }
    if let above { return .number(above + index + 1) }
    if dataSource.position.reachesEnd { return .beforeEnd(dataSource.items.count - 1 - index) }
    guard let rowIDs, let list, let key = selectedPlace?.key else { return nil }
    return key.percent(in: rowIDs, isDescending: list.order.isDescending).map(CursorPlace.percent)
  }

  // MARK: Rows

  /// The cursor: its index among the loaded rows, and its line on the screen.
  private typealias Cursor = (index: Int, line: Int)
  private var cursor: Cursor? {
    dataSource.selectedIndex.flatMap { index in dataSource.selectedLine.map { (index, $0) } }
  }

  /// The window of `list` that has the loaded rows, if `list` shows the same in the same order; otherwise `nil`.
  func window(of list: ListQuery) -> RecordsWindow? {
    guard let shown, shown.list.over(list.table) == list, shown.list.order.terms == list.order.terms else { return nil }
    return RecordsWindow(list, anchor: shown.anchor, before: shown.before, after: shown.after)
  }

  /// Keeps the cursor on its line of the list before this one, which had the same rows.
  func takeCursor(of old: ListModel, in list: ListQuery) { held = (list, old.cursor ?? old.held?.cursor) }

  /// Takes the rows of a page that has a window. Returns whether they are of another list or may have other rowids, and
  /// the difference from the rows before.
  func take(
    _ page: RecordsWindow.Value, _ window: RecordsWindow
  ) -> (isAnotherList: Bool, difference: ListDifference<RecordID>) {
    let isRenumbered = rowIDVersion != nil && page.rowIDVersion != rowIDVersion
    let isSameList = shown?.list == window.list
    let isAnotherList = !isSameList || isRenumbered
    let keepsLine = isSameList ? isRenumbered : held?.list == window.list
    let cursor = isSameList ? cursor : held?.cursor
    held = nil
    let lostBefore = isRenumbered ? lostMarkCount + markCount : 0
    if isRenumbered {
      forgetMarks()
      (returning, toReveal, wanted, placeBeforeSearch) = (nil, nil, nil, nil)
    }
    if isAnotherList {
      if !isRenumbered, shown?.list.search.isEmpty != false { placeBeforeSearch = selectedPlace }
      dataSource.expectAnotherList()
    }
    shown = window
    dataSource.isByPlace = window.list.table.identity == .none
    let difference = dataSource.apply(
      page.snapshot, position: page.position,
      arrivals: ListArrivals(page.arrivals.ids, isComplete: page.arrivals.isComplete))
    if !difference.isStale {
      (keys, above, rowIDs) = (page.keys, page.above, page.rowIDs)
      rowIDWidth = max(rowIDWidth, String(max(page.newest, page.rowIDs?.upperBound ?? 0)).count)
      rowIDVersion = page.rowIDVersion
      (arrivals, collected) = (page.arrivals.ids, page.places.flatMap { $0.isWhole ? $0 : nil })
    }
    if isAnotherList {
      if keepsLine {
        if let cursor, !page.rows.isEmpty {
          dataSource.select(page.rows[min(cursor.index, page.rows.count - 1)].id, line: cursor.line)
        }
      } else if window.anchor == .start {
        dataSource.moveToStart()
      } else if let returning {
        dataSource.select(returning.id, line: returning.line)
      }
      (returning, requested) = (nil, nil)
      if isRenumbered { lostMarkCount = lostBefore } else { doubtMarks(lost: difference.lostMarks.count) }
      revealNow()
    }
    if !difference.isStale {
      dropOwnNews()
      if areAdditionsWritten { additions = [] }
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
      if let index = dataSource.index(of: id) { return .around(keys[index]) }
      return wanted?.id == id ? wanted.map { .around($0.key) } : nil
    }
  }

  // MARK: Records to reveal

  /// Puts the cursor on a record of a list, as soon as the rows of that list are loaded. `line`: its line on the
  /// screen. `isNew`: it has just been added or restored, and gets a mark for that.
  func reveal(_ id: RecordID, _ key: RowKey, in list: ListQuery, line: Int? = nil, isNew: Bool) {
    toReveal = ((id, key), line, list)
    if isNew { noteNew(id) }
    revealNow()
    changes.noteChange()
  }

  private func revealNow() {
    guard let (place, line, list) = toReveal, list == shown?.list else { return }
    toReveal = nil
    wanted = place
    dataSource.select(place.id, line: line)
  }

  /// Notes a record that was just added, changed or restored here: it can be visited as a change, and is marked for a
  /// moment.
  func noteNew(_ id: RecordID) {
    newestHere = id
    newcomers.append(id)
    changed.add([id])
  }

  /// Takes the records to mark as new.
  func takeNewcomers() -> [RecordID] {
    defer { newcomers = [] }
    return newcomers
  }

  // MARK: News

  /// These records are about to be deleted here.
  func expectDeletion(of ids: some Sequence<RecordID>) { deletedHere.formUnion(ids) }

  /// These records were not deleted after all.
  func expectStay(of ids: some Sequence<RecordID>) { deletedHere.subtract(ids) }

  /// How many of the gone records others have certainly deleted. `isDeletedElsewhere` tells whether a commit of another
  /// program deleted a record; `nil` while no commit that changed it is known.
  func goneElsewhere(_ ids: [RecordID], _ isDeletedElsewhere: (RecordID) -> Bool?) -> Int {
    let others = ids.filter { deletedHere.remove($0) == nil }
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
    additions.append(change)
    areAdditionsWritten = false
    // Their rows may have been taken before.
    dropOwnNews()
    changes.noteChange()
  }

  /// No change is being made here any more.
  func endArrivals() { areAdditionsWritten = true }

  private func dropOwnNews() {
    guard let table = list?.table else { return }
    for change in additions { dataSource.dropNews(of: change.additions(to: table)) }
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
