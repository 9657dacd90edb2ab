// Keys that wait: they are typed faster than rows come, and mean those.
//
//   key ──> rows are coming, the cursor is, or marks are ──> held ──> they are there ──> done, in the order of the keys
//     └───> else done at once                                  └────> Esc, another search, a lock, a refusal: forgotten
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing
import Stores

/// What a key does that waits.
struct HeldKey {
  /// Whether it only moves the cursor.
  var isMotion: Bool
  /// Whether it opens something that has keys of its own: what is pressed behind it is meant for that.
  var opens: Bool
  var work: () -> Void
}

extension RecordListPane {
  /// Does `work` to the rows of what is listed: at once, or when they are there. So keys that are typed faster
  /// than rows come do what they would have done to these, and no record is meant that the search has passed over, or
  /// that the cursor is still to leave. Motions need not wait for motions: the data source keeps them in their order.
  func whenCurrent(isMotion: Bool = false, opens: Bool = false, _ work: @escaping () -> Void) {
    // A key that was held has waited for all this.
    if isAnsweringHeldKeys { return work() }
    finishHeldKeys()
    if held.isEmpty, !areRowsComing(isMotion: isMotion) { return work() }
    hold(HeldKey(isMotion: isMotion, opens: opens, work: work))
    doubtRows()
  }

  /// Lets the work of another key wait for those that are held, where there are any; `isForAnything`: only where one of
  /// them opens something that the key may be meant for.
  func hold(isForAnything: Bool, _ work: @escaping () -> Void) -> Bool {
    guard !isAnsweringHeldKeys, !held.isEmpty else { return false }
    finishHeldKeys()
    guard isForAnything ? held.contains(where: \.opens) : !held.isEmpty else { return false }
    hold(HeldKey(isMotion: false, opens: false, work: work))
    return true
  }

  private func hold(_ key: HeldKey) {
    held.append(key)
    if held.count == 1 { heldStamp.noteChange() }
  }

  /// Does what was pressed for rows that have just come; what waits for rows that could not be read waits no longer.
  private func finishHeldKeys() {
    guard !held.isEmpty || !leaving.isEmpty, !areRowsComing(isMotion: false) else { return }
    answerHeldKeys()
    if !areRowsComing(isMotion: false) { dropHeldKeys() }
  }

  /// A record that has been deleted is still at hand, and keys wait for it to go. Where somebody has brought it back at
  /// once, rows that are as they were tell nobody: then the end of a load does.
  private func doubtRows() {
    guard !held.isEmpty, !leaving.isEmpty, store.withState({ $0.writeCount == 0 && $0.loading == nil }) else { return }
    if let doubted, store.withState({ $0.loadCount >= doubted }) {
      leaving = []
    } else {
      store.send(.rowsDoubted)
      doubted = store.withState(\.loadCount)
    }
  }

  /// Does what was pressed for rows that are there now.
  func answerHeldKeys() {
    heldStamp.access()
    guard !held.isEmpty else { return }
    // After a page was applied, at the end of a load that brought nothing new, and when marks have come.
    _ = (store.isMarkingAll, store.marking, store.awaited, store.writeCount)
    doubtRows()
    guard page.window != nil, loading != nil || pageError == nil else { return }
    isAnsweringHeldKeys = true
    while let next = held.first, !areRowsComing(isMotion: next.isMotion) {
      held.removeFirst()
      next.work()
    }
    isAnsweringHeldKeys = false
  }

  /// Whether marks were asked for that are not there yet: what is pressed then is meant for the marked.
  var areMarksComing: Bool { store.withState(areMarksComing) }

  private func areMarksComing(_ state: RecordList<Record>.State) -> Bool {
    state.isMarkingAll || state.marking.map { $0.number != answeredMarking } == true
  }

  /// Whether the rows of what is listed are still to come, or those that the cursor is on its way to, or whether the
  /// record with the cursor is about to go, or marks or the cursor itself are awaited.
  ///
  /// Asked at every key, so without the store's key paths: in a generic type each use makes one anew.
  private func areRowsComing(isMotion: Bool) -> Bool {
    store.withState { state in
      (shown?.list != state.list && state.$page.loadError == nil)
        || areMarksComing(state) || isCursorAwaited(state, isMotion: isMotion)
        || !leaving.isEmpty && dataSource.selected.map(leaving.contains) == true
        || !isMotion && isMotionComing(state)
    }
  }

  /// Whether the keys before are still to move the cursor. Behind somebody's lock that may take for ever.
  private func isCursorAwaited(_ state: RecordList<Record>.State, isMotion: Bool) -> Bool {
    switch state.awaited {
    case .nothing: false
    case .step: !isMotion && !environment.isLocked()
    case .cursor: !environment.isLocked()
    }
  }

  /// Whether the cursor is on its way to rows that are still to come, or that were read and are taken in the next
  /// frame.
  private func isMotionComing(_ state: RecordList<Record>.State) -> Bool {
    dataSource.isMotionPending && (state.loading != nil || canAskAgain && state.$page.loadError == nil)
  }

  /// Whether the rows of what is listed are still to come. Tracked.
  var isListComing: Bool { shown?.list != list && pageError == nil }

  /// Whether what is pressed for the record with the cursor would wait for rows. Tracked.
  var isRecordComing: Bool {
    selectionStamp.access()
    _ = (list, loading, store.isMarkingAll, store.marking, store.awaited)
    return areRowsComing(isMotion: false)
  }

  /// Forgets what was pressed for rows that will not come any more. Returns whether anything was.
  @discardableResult
  func dropHeldKeys() -> Bool {
    defer { (held, leaving, doubted) = ([], [], nil) }
    return !held.isEmpty
  }
}
