// The rows of a list as they come: applied, marked, counted, asked for.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing
import Stores

extension RecordListPane {
  func applyPage() {
    let page = self.page
    guard let window = page.window else { return }
    // A load that is cancelled just after its rows came goes back to those before it, until the next one's are there.
    if window.list != list, model.list == store.list { return }
    let isSameWindow = model.shown == window
    if store.isPaused, isSameWindow {
      let waiting = waitingChanges(page)
      $note.update { $0.waiting = waiting }
      return
    }
    // The rows around the cursor are on their way, since it is no more among those of this window.
    if isSameWindow, dataSource.hasRefused, store.loading != nil { return }
    // Other rows are as they are now; the counts still stand still.
    let waiting = store.isPaused ? growth : 0
    $note.update { $0.waiting = waiting }
    if page.isDamaged, !store.withState({ $0.isDamageFound }) { store.send(.damageFound) }
    let version = model.rowIDVersion
    let before = list.table.identity == .none ? Array(dataSource.items) : []
    let (isAnotherList, difference) = model.take(page, window)
    let isRenumbered = version != nil && version != model.rowIDVersion
    let items = dataSource.items
    takeMeanings()
    readRecords.keep { !isAnotherList && dataSource.index(of: $0) != nil }
    if !isAnotherList {
      mark(difference, ReplacedRows(from: before, to: before.isEmpty ? [] : Array(items)))
      // Where the cursor is on its way elsewhere, it is not called back.
      if let lost = difference.lostSelection, !dataSource.isMotionPending { store.send(.selectionLost(id: lost)) }
    }
    if isAnotherList || !difference.isEmpty { setNeedsDisplay() }
    // The oldest changes leave their own list by themselves.
    let gone =
      isAnotherList || table == .changes
      ? 0
      : model.goneElsewhere(difference.gone) {
        journal?.isDeletedElsewhere($0, in: table.name, since: readRecords.lastSeenEntry)
      }
    if isAnotherList { model.forgetGone() }
    readRecords.rowsTaken()
    $note.update {
      $0.marked = model.markCount
      $0.gone = isAnotherList ? 0 : $0.gone + gone
    }
    isGoneUnexplained = !model.unexplained.isEmpty
    if isAnotherList {
      if !model.areMarksDoubted {
        tellLostMarks(difference.lostMarks.count + model.takeLostMarkCount(), renumbered: isRenumbered)
      }
      checkMarks()
    } else if !difference.lostMarks.isEmpty {
      store.send(.marksRecounted)
    }
    markNewcomers()
    placeChanged()
  }

  /// A key was pressed: what had gone before has been seen.
  func forgetGone() {
    model.forgetGone()
    $note.update { $0.gone = 0 }
    isGoneUnexplained = false
  }

  /// Counts the records that have gone before the commit was known that has deleted them.
  func followGone() {
    guard isGoneUnexplained, let journal else { return }
    journal.trackEntries()
    let gone = model.goneSince { journal.isDeletedElsewhere($0, in: table.name, since: readRecords.lastSeenEntry) }
    if gone > 0 { $note.update { $0.gone += gone } }
    isGoneUnexplained = !model.unexplained.isEmpty
  }

  /// Shows what the feature has done to the model.
  func followModel() {
    model.changes.access()
    markNewcomers()
    showMarks()
    if model.areMarksUnchecked { checkMarks() }
    placeChanged()
  }

  private func markNewcomers() {
    for id in model.takeNewcomers() where marks[id] == nil { marks.add(.arrived, to: id) }
  }

  /// Marks what arrived and what changed, for a moment.
  private func mark(_ difference: ListDifference<RecordID>, _ replaced: ReplacedRows) {
    for id in difference.arrivals {
      guard let index = dataSource.index(of: id) else { continue }
      let changed = replaced[id].map { changedColumns(from: $0, to: dataSource.items[index]) }
      marks.add(changed.flatMap { $0.count < columns.count ? .changed(columns: $0) : nil } ?? .arrived, to: id)
    }
    model.changed.add(difference.arrivals)
    for update in difference.updates {
      guard let old = dataSource.previousVersion(of: update.id) else { continue }
      readRecords.change(old, in: rows)
      let columns = changedColumns(from: old, to: dataSource.items[update.index])
      guard !columns.isEmpty else { continue }
      marks.add(.changed(columns: columns), to: update.id)
      model.changed.add([update.id])
    }
  }

  /// The columns in which two rows look different.
  private func changedColumns(from old: ListedRow, to new: ListedRow) -> Set<Int> {
    let (now, zone) = (environment.clock.wholeMinutes, environment.clock.zone)
    return Set(
      columns.indices.filter { columns[$0].text(old, at: now, in: zone) != columns[$0].text(new, at: now, in: zone) })
  }

  /// How many changes are kept from a list that stands still: those in sight, and by how many records it grew or
  /// shrank.
  private func waitingChanges(_ page: RecordsWindow.Value) -> Int {
    let inSight = dataSource.changes(to: page.snapshot, position: page.position)
    return inSight.updated + max(inSight.arrived + inSight.gone, growth)
  }

  /// By how many records the list grew or shrank while it stands still. Tracked.
  private var growth: Int {
    let (now, before) =
      list.isWhole
      ? (store.presentTotal, store.pausedCounts?.total) : (store.presentHits, store.pausedCounts?.hits)
    return abs((now.value ?? 0) - (before?.value ?? now.value ?? 0))
  }

  /// Goes to the next record that arrived or changed while the list was shown, or, backwards, to the one before.
  func visitChange(forward: Bool) {
    switch model.changed.next(from: dataSource.selectedIndex, in: dataSource.items.lazy.map(\.id), forward: forward) {
    case .atHand(let id): move { $0.select(id) }
    case .elsewhere(let id): store.send(.visitAsked(id: id))
    case .none: store.send(.report(.noted("No record near the cursor has come or changed.")))
    }
  }

  /// Sends the cursor to the newest record, once, while it is followed. A list that stands still does so when it has
  /// caught up.
  func followNewest() {
    guard store.isFollowing else { return followed = nil }
    if store.isPaused { return }
    guard let newest = store.newest, newest != followed else { return }
    followed = newest
    store.send(.newestChanged(id: newest))
  }

  // MARK: Rows that are wanted

  /// Asks once more for rows that were read and are not enough: while they were on their way, others wrote so much that
  /// the cursor's record is not among them, or the window before them was shown once more.
  func askAgain() {
    guard store.loading == nil, page.window != nil, store.$page.loadError == nil, model.wantsSameRows else { return }
    // A search that has found nothing so far has none to give: the scan says when it has.
    guard !store.isFirstHitComing else { return }
    // At old places the same rows would come: they are read again when the present places are known.
    guard store.isPlaceCurrent else { return }
    model.forgetRequest()
    guard let window = model.windowToRequest() else { return }
    // Read once more, they are still the rows that were left aside: then these are what there is.
    if dataSource.hasRefused, page.window == window { applyPage() } else { store.send(.windowNeeded(window)) }
  }

  /// Has the rows read again when it is known where they stand: all of them, or more of those that a search finds.
  func followPlaces() {
    let (places, isPartial) = (store.places, page.isPartial)
    guard let found = places.value?.list == list ? places.value : isPartial ? places.progress?.part : nil,
      found.list == list, found !== followedPlaces, !found.isOfFewRows
    else { return }
    followedPlaces = found
    store.send(.placesFound)
  }

  /// Asks the feature for the rows that the data source needs, once.
  func requestRows() {
    if let window = model.windowToRequest() { store.send(.windowNeeded(window)) }
  }

  /// What keys of the list may have to wait for. Not tracked.
  var barrier: Barrier {
    store.withState { state in
      var barrier: Barrier = []
      let isReadable = state.$page.loadError == nil
      if model.list != state.list || state.isFirstHitComing, isReadable { barrier.insert(.rows) }
      if state.isMarkingAll || model.areMarksDoubted { barrier.insert(.marks) }
      // While the newest are followed it is not the person's motion that is pending: where others write all the time there
      // is always one, and no key would ever have its turn.
      let isMotionComing =
        !state.isFollowing && dataSource.isMotionPending && (state.loading != nil || isReadable && model.canAskAgain)
      if state.isRevealAwaited || isMotionComing { barrier.insert(.cursor) }
      return barrier
    }
  }

  /// Reads what the barrier depends on, so that its observer runs when work has ended.
  func trackBarrier() {
    model.changes.access()
    _ = (selection, list, store.loading, page, store.$page.loadError, store.isMarkingAll)
    _ = (store.marks, store.isRevealAwaited, store.isFirstHitComing)
  }

  /// Whether the rows of what is listed are still to come. Tracked.
  var isListComing: Bool { (model.list != list || store.isFirstHitComing) && store.$page.loadError == nil }

  // MARK: Marks that are lost

  /// Looks up the marked records: only this finds that one outside the window has gone.
  func checkMarks() {
    model.areMarksUnchecked = false
    if model.markCount == 0, markCheck == 0 { return }
    markCheck += 1
    store.send(.marksChanged(in: model.list ?? ListQuery(table), number: markCheck))
  }

  /// Takes over what has become of the marked records.
  func followMarks() {
    let marks = store.marks
    guard markCheck > 0, marks.number == markCheck else { return }
    let (count, wereDoubted) = (model.markCount, model.areMarksDoubted)
    let lost = model.take(marks)
    if wereDoubted { tellLostMarks(lost) }
    if model.areMarksUnchecked { checkMarks() }
    if count == 0 { return }
    showMarks()
    if model.markCount != count { store.send(.marksRecounted) }
  }

  /// Says that another list has taken marks away: the next key acts on fewer records.
  private func tellLostMarks(_ count: Int, renumbered isRenumbered: Bool = false) {
    if let remark = table.lostMarks(count, renumbered: isRenumbered) { store.send(.report(.noted(remark))) }
  }
}
