// How a list takes its rows: applies them, marks changes, and asks for more.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing
import Stores

extension ListFollower {
  func applyPage() {
    let page = self.page
    guard let window = page.window else { return }
    // A load that is cancelled just after its rows came shows the old list again, until the rows of the next load come.
    if window.list != list, model.list == store.list { return }
    let isSameWindow = model.loaded.window == window
    if store.isPaused, isSameWindow {
      let waiting = waitingChanges(page)
      $note.update { $0.waiting = waiting }
      return
    }
    // The rows around the cursor are being loaded, because this window no longer has them.
    if isSameWindow, dataSource.hasRefused, store.work.loading != nil { return }
    // Another window shows its present rows. Only the counts stay paused.
    let waiting = store.isPaused ? growth : 0
    $note.update { $0.waiting = waiting }
    if page.isDamaged, !model.loaded.areDamaged { store.send(.report(.damageFound)) }
    let version = model.loaded.rowIDVersion
    let before = list.table.identity == .none ? Array(dataSource.items) : []
    let (isAnotherList, difference) = model.take(page, window)
    let isRenumbered = version != nil && version != model.loaded.rowIDVersion
    let items = dataSource.items
    columns.takeMeanings()
    let search = store.list.search
    if !search.isEmpty, store.table.search(search.text) != search { store.send(.query(.meaningsLearned)) }
    readRecords.keep { !isAnotherList && dataSource.index(of: $0) != nil }
    if !isAnotherList {
      mark(difference, ReplacedRows(from: before, to: before.isEmpty ? [] : Array(items)))
      // If the cursor is moving elsewhere, it is not sent back.
      if let lost = difference.lostSelection, !dataSource.isMotionPending {
        if gone.isOfOthers(lost) { model.isCursorExchanged = true }
        store.send(.cursor(.selectionLost(id: lost)))
      }
    }
    if isAnotherList || !difference.isEmpty { setNeedsDisplay() }
    if isAnotherList { gone.forget() } else { gone.add(difference.gone) }
    readRecords.rowsTaken()
    $note.update { $0.marked = model.markCount }
    if isAnotherList {
      if !model.markDoubts.areDoubted {
        tellLostMarks(difference.lostMarks.count + model.takeLostMarkCount(), renumbered: isRenumbered)
      }
      checkMarks()
    } else if !difference.lostMarks.isEmpty {
      store.send(.marks(.marksRecounted))
    }
    markNewcomers()
    placeChanged()
  }

  /// Shows what the feature did to the model.
  func followModel() {
    model.changes.access()
    arrangeColumns()
    markNewcomers()
    showMarks()
    if model.markDoubts.areUnchecked { checkMarks() }
    tellMarksOfSearch()
    placeChanged()
  }

  /// Takes over the person's arrangement of the columns.
  func arrangeColumns() {
    guard columns.layout != model.layout else { return }
    columns.arrange(model.layout)
    $note.update { $0.hiddenColumns = columns.hiddenCount }
    pane?.setNeedsDisplay()
  }

  /// Takes over what the settings say of columns and values.
  func followSettings() {
    if columns.take(Settings.present) { setNeedsDisplay() }
  }

  private func markNewcomers() {
    for id in model.own.takeNewcomers() where marks[id] == nil { marks.add(.arrived, to: id) }
  }

  /// Marks new and changed rows, for a moment.
  private func mark(_ difference: ListDifference<RecordID>, _ replaced: ReplacedRows) {
    for id in difference.arrivals {
      guard let index = dataSource.index(of: id) else { continue }
      let changed = replaced[id].map { changedColumns(from: $0, to: dataSource.items[index]) }
      marks.add(changed.flatMap { $0.count < columns.count ? .changed(columns: $0) : nil } ?? .arrived, to: id)
    }
    model.changed.add(difference.arrivals)
    for update in difference.updates {
      guard let old = dataSource.previousVersion(of: update.id) else { continue }
      if let pane { readRecords.change(old, in: pane) }
      let columns = changedColumns(from: old, to: dataSource.items[update.index])
      guard !columns.isEmpty else { continue }
      marks.add(.changed(columns: columns), to: update.id)
      model.changed.add([update.id])
    }
  }

  private func changedColumns(from old: ListedRow, to new: ListedRow) -> Set<Int> {
    columns.changed(from: old, to: new, at: environment.clock.wholeMinutes, in: environment.clock.zone)
  }

  /// How many changes a paused list holds back: the changed rows that it shows, and new or gone ones. The latter count
  /// at least as many as the list grew or shrank by.
  private func waitingChanges(_ page: RecordsWindow.Value) -> Int {
    let inSight = dataSource.changes(to: page.snapshot, position: page.position)
    return inSight.updated + max(inSight.arrived + inSight.gone, growth)
  }

  /// By how many records the list grew or shrank since it was paused. Tracked.
  private var growth: Int {
    let (now, before) =
      list.isWhole
      ? (store.presentTotal, store.pausedCounts?.total) : (store.presentHits, store.pausedCounts?.hits)
    return abs((now.value ?? 0) - (before?.value ?? now.value ?? 0))
  }

  /// Sends the cursor to each newest record once, while the list follows. A paused list does so after it has caught up.
  func followNewest() {
    guard store.isFollowing else { return requested.newest = nil }
    if store.isPaused { return }
    guard let newest = store.live.newest, newest != requested.newest else { return }
    requested.newest = newest
    store.send(.cursor(.newestChanged(id: newest)))
  }

  // MARK: Wanted rows

  /// Asks again for rows that were read but were not enough: other programs wrote so much meanwhile that the cursor's
  /// record is not among them, or the window before them was shown once more.
  func askAgain() {
    guard store.work.loading == nil, page.window != nil, store.live.$page.loadError == nil, model.wantsSameRows else {
      return
    }
    // A search without a hit so far has no rows. The scan reports its first hit.
    guard !store.isFirstHitComing else { return }
    // With old places the same rows would come. They are read again when the present places are known.
    guard store.isPlaceCurrent else { return }
    model.forgetRequest()
    guard let window = model.windowToRequest() else { return }
    // The reread still has the rows that the data source refused: there are no better ones.
    if dataSource.hasRefused, page.window == window { applyPage() } else { store.send(.rows(.windowNeeded(window))) }
  }

  /// Has the rows read again when their places are known: all of them, or more of the hits of a search.
  func followPlaces() {
    let (places, isPartial) = (store.live.places, page.isPartial)
    guard let found = places.value?.list == list ? places.value : isPartial ? places.progress?.part : nil,
      found.list == list, found !== requested.places, !found.isOfFewRows
    else { return }
    requested.places = found
    store.send(.rows(.placesFound))
  }

  /// Asks the feature once for the rows that the data source needs.
  func requestRows() {
    if let window = model.windowToRequest() { store.send(.rows(.windowNeeded(window))) }
  }

  /// The work that keys of the list may have to wait for. Tracked.
  var barrier: Barrier {
    // The model changes with these.
    model.changes.access()
    _ = (selection, page, store.live.marks, store.work.loading)
    var barrier: Barrier = []
    if isListComing { barrier.insert(.rows) }
    if store.work.isMarkingAll || model.markDoubts.areDoubted { barrier.insert(.marks) }
    // While the list follows, the pending motion is not the person's. If other programs write all the time there is
    // always one, and no key would ever have its turn.
    let isMotionComing =
      !store.isFollowing && dataSource.isMotionPending
      && (store.work.loading != nil || store.live.$page.loadError == nil && model.canAskAgain)
    if store.work.isRevealAwaited || isMotionComing { barrier.insert(.cursor) }
    return barrier
  }

  /// Whether the rows of the present list are still to come. Tracked.
  var isListComing: Bool { (model.list != list || store.isFirstHitComing) && store.live.$page.loadError == nil }

  // MARK: Lost marks

  /// Looks up the marked records. Only this finds out that one outside the window is gone.
  func checkMarks() {
    model.markDoubts.areUnchecked = false
    if model.markCount == 0, requested.markCheck == 0 { return }
    requested.markCheck += 1
    store.send(.marks(.marksChanged(in: model.list ?? ListQuery(table), number: requested.markCheck)))
  }

  /// Takes over the state of the marked records.
  func followMarks() {
    let marks = store.live.marks
    guard requested.markCheck > 0, marks.number == requested.markCheck else { return }
    let (count, wereDoubted) = (model.markCount, model.markDoubts.areDoubted)
    let lost = model.take(marks)
    if wereDoubted { tellLostMarks(lost) }
    if model.markDoubts.areUnchecked { checkMarks() }
    if count == 0 { return }
    showMarks()
    if model.markCount != count { store.send(.marks(.marksRecounted)) }
  }

  /// Says that another list dropped marks: the next key acts on fewer records. A typed search says so at its end.
  private func tellLostMarks(_ count: Int, renumbered isRenumbered: Bool = false) {
    if model.markDoubts.beforeSearch != nil { return tellMarksOfSearch() }
    if let remark = table.lostMarks(count, renumbered: isRenumbered) { store.send(.report(.noted(remark))) }
  }

  /// Says how many marks a search has dropped, once it is not typed any more and its list has come.
  private func tellMarksOfSearch() {
    guard !store.isSearchTyped, model.markDoubts.beforeSearch != nil, !isListComing, !model.markDoubts.areDoubted
    else { return }
    tellLostMarks(model.endSearch())
  }
}
