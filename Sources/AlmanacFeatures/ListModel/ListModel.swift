// The rows of a list, where its cursor is, and what is marked: one model, which the reducer and the pane share.
//
//   reducer ──reveal, mark, unmark──┐
//   pane ──take(page), motions──────┴──> model ──changes──> pane: draws, asks for the rows that are wanted
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing

/// The one section of a list of records.
enum ListSection: Hashable, Sendable {
  case records
}

/// The rows at hand of one list, with cursor, marks and scroll.
///
/// Stands in the state of the list's feature. Confined to the main actor, as the store is.
public final class ListModel {
  typealias Place = (id: RecordID, key: RowKey)

  let dataSource = DiffableDataSource<ListSection, ListedRow>()
  /// Wakes the pane after a change that it has not made itself.
  let changes = ChangeStamp()
  /// The version of the schema with which the rowids of the rows at hand hold; `nil` where they always do.
  private(set) var rowIDVersion: Int?
  /// The window whose rows were taken last.
  private(set) var shown: RecordsWindow?
  /// The newest identity when nothing above was unseen.
  private(set) var since: Int?
  /// The records that arrived or changed while this list was shown, to be visited.
  var changed = ChangedRecords()
  /// A record that gets the cursor when another list has come, and the line of the screen for it; `nil`: any line.
  typealias Returning = (id: RecordID, line: Int?)
  var returning: Returning?
  /// Where the cursor was among the rows at hand of the list before this one, which had the same rows.
  private var held: (list: ListQuery, cursor: Cursor?)?
  /// The record with the cursor when the search began.
  var placeBeforeSearch: Place?
  /// Whether the list is another since the records were marked, and may not show them all.
  var areMarksDoubted = false
  /// Whether records have been marked, or all marks taken away, since the marked records were looked for last.
  var areMarksUnchecked = false
  /// How many marks have gone that no message has named yet.
  var lostMarkCount = 0
  /// Where the rows at hand stand in their list, in their order.
  private var keys: [RowKey] = []
  /// How many records of the list stand above them, and where those lie that say how far down they are.
  private var above: Int?
  private var rowIDs: ClosedRange<Int>?
  /// How wide the greatest rowid is that is known of.
  private(set) var rowIDWidth = 0
  /// A row that is asked for but not at hand.
  private var wanted: Place?
  /// A record that gets the cursor when its list has come.
  private var toReveal: (place: Place, line: Int?, list: ListQuery)?
  /// The records that are being deleted here: the list does not count their deletion as news.
  var deletedHere: Set<RecordID> = []
  /// The records that have gone while no commit was known that has changed them.
  private(set) var unexplained: [RecordID] = []
  /// The changes made here that add records or bring them back, until their rows have come: those are no news.
  private var additions: [BookChange] = []
  /// Whether they have been written: the rows that come next are as they left them.
  private var areAdditionsWritten = false
  /// Records to be marked as new for a moment.
  private var newcomers: [RecordID] = []
  /// The records of the list that are newer than `since`.
  private(set) var arrivals: Set<RecordID> = []
  /// The record that was added, changed or brought back here last.
  private(set) var newestHere: RecordID?
  /// The places by which the rows at hand were read, where they are those of all records.
  private(set) var collected: CollectedPlaces?
  /// What was asked for last, so that it is asked for once.
  private var requested: WindowNeed<RecordID>?

  /// Makes a model without rows.
  init() {}

  /// The list whose rows are at hand.
  var list: ListQuery? { shown?.list }

  /// The record with the cursor, and where it stands in its list.
  var selectedPlace: Place? {
    dataSource.selectedIndex.map { (dataSource.items[$0].id, keys[$0]) }
  }

  /// Where the cursor is, as far as the rows at hand tell.
  var cursorPlace: CursorPlace? {
    guard let index = dataSource.selectedIndex else { return nil }
    if let above { return .number(above + index + 1) }
    if dataSource.position.reachesEnd { return .beforeEnd(dataSource.items.count - 1 - index) }
    guard let rowIDs, let list, let key = selectedPlace?.key else { return nil }
    return key.percent(in: rowIDs, isDescending: list.order.isDescending).map(CursorPlace.percent)
  }

  // MARK: Rows

  /// Where the cursor is: its record among the rows at hand, and its line on the screen.
  private typealias Cursor = (index: Int, line: Int)
  private var cursor: Cursor? {
    dataSource.selectedIndex.flatMap { index in dataSource.selectedLine.map { (index, $0) } }
  }

  /// The window of a list that has the rows at hand, if it has the same order and shows the same; otherwise `nil`.
  func window(of list: ListQuery) -> RecordsWindow? {
    guard let shown, shown.list.over(list.table) == list, shown.list.order.terms == list.order.terms else { return nil }
    return RecordsWindow(list, anchor: shown.anchor, before: shown.before, after: shown.after)
  }

  /// The cursor stays on the line that it has in the list before this one, which had the same rows.
  func takeCursor(of old: ListModel, in list: ListQuery) { held = (list, old.cursor ?? old.held?.cursor) }

  /// Takes the rows of a page, which has a window. Returns whether they are of another list than the rows before, or may
  /// have other rowids.
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

  /// Arrivals are shown from a moment on at which everything above was at hand, and nothing of it unseen.
  private func noteMoment(of page: RecordsWindow.Value) {
    if page.reachesStart, dataSource.newAbove == 0 {
      since = page.newest
    } else {
      since = page.window?.since ?? since
    }
  }

  /// The rows that are wanted and were not asked for yet: `nil` where there are none.
  func windowToRequest() -> RecordsWindow? {
    let need = dataSource.windowNeeded
    guard need != requested, let list else { return nil }
    requested = need
    guard let need, let anchor = anchor(of: need) else { return nil }
    let margin = max(dataSource.height, 10) * RecordList.screensAround
    return RecordsWindow(list, anchor: anchor, before: margin, after: margin, since: since)
  }

  /// Rows that were asked for, and did not come or were not enough, may be asked for again.
  func forgetRequest() { requested = nil }

  /// Whether rows are still wanted that were asked for, and that there are: a record that is waited for may never come.
  var wantsSameRows: Bool {
    dataSource.windowNeeded == requested && (dataSource.hasRefused || dataSource.isMotionPending) && canAskAgain
  }

  /// Whether the rows that are wanted exist.
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

  // MARK: Records that are to be seen

  /// Puts the cursor on a record of a list, as soon as the rows of that list are at hand. `line`: the line of the screen
  /// that it gets. `isNew`: it has just been added or brought back, and is marked as such.
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

  /// A record has just been added, changed or brought back here: it is visited as a change, and marked for a moment.
  func noteNew(_ id: RecordID) {
    newestHere = id
    newcomers.append(id)
    changed.add([id])
  }

  /// The records to mark as new, each once.
  func takeNewcomers() -> [RecordID] {
    defer { newcomers = [] }
    return newcomers
  }

  // MARK: News

  /// These are about to be deleted here.
  func expectDeletion(of ids: some Sequence<RecordID>) { deletedHere.formUnion(ids) }

  /// These stay after all.
  func expectStay(of ids: some Sequence<RecordID>) { deletedHere.subtract(ids) }

  /// How many of the records that have gone others have deleted, where that is certain. `isDeletedElsewhere` tells of one
  /// whether a commit of another program has deleted it; `nil` while no commit is known that has changed it.
  func goneElsewhere(_ ids: [RecordID], _ isDeletedElsewhere: (RecordID) -> Bool?) -> Int {
    let others = ids.filter { deletedHere.remove($0) == nil }
    // What goes together with one that was deleted here may have been its foreign key's doing.
    if keepsRecords, others.count == ids.count { return others.count }
    return explain(others, isDeletedElsewhere)
  }

  /// The same of those of which no commit was known.
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

  /// Forgets the records that have gone so far.
  func forgetGone() { unexplained = [] }

  /// A change that is made here may add records to a table, or bring them back: the list does not count them as news.
  func expectArrivals(of change: BookChange, in table: ListedTable) {
    guard change.additions(to: table).contains(where: { _ in true }) else { return }
    expectStay(of: change.additions(to: table))
    additions.append(change)
    areAdditionsWritten = false
    // Their rows may have come before.
    dropOwnNews()
    changes.noteChange()
  }

  /// No change that is made here is under way any more.
  func endArrivals() { areAdditionsWritten = true }

  private func dropOwnNews() {
    guard let table = list?.table else { return }
    for change in additions { dataSource.dropNews(of: change.additions(to: table)) }
  }

  /// How many records came below the screen, where that is certain.
  var newBelow: Int {
    let count = dataSource.newBelow
    return count > 0 && keepsRecords ? count : 0
  }

  /// Whether a record that leaves the rows at hand has been deleted, and one that comes among them is new: no edit can
  /// move a record beyond these rows, or hide it.
  private var keepsRecords: Bool {
    guard let list, list.isWhole else { return false }
    return dataSource.position == .whole || list.order.terms.map(\.column) == list.table.identity.columns
  }
}

extension ListModel: Equatable {
  /// A model equals itself alone.
  public static func == (a: ListModel, b: ListModel) -> Bool { a === b }
}

extension RecordsWindow.Value {
  var snapshot: DiffableSnapshot<ListSection, ListedRow> { DiffableSnapshot(section: .records, items: rows) }
  var position: WindowPosition {
    WindowPosition(reachesStart: reachesStart, reachesEnd: reachesEnd, isPartial: isPartial)
  }
}
