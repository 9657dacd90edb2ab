// What keys wait for: rows that are still to come, the cursor, marks.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing
import Stores

extension RecordListPane {
  /// Made with the pane, as its keys are: what is asked at every key is compiled for its records.
  func makeHeldKeys() -> HeldKeys {
    HeldKeys(
      HeldKeys.Rows(
        areComing: { [unowned self] in areRowsComing(isMotion: $0) },
        areReadable: { [unowned self] in page.window != nil && (loading != nil || pageError == nil) },
        areAtRest: { [unowned self] in store.withState { $0.writeCount == 0 && $0.loading == nil } },
        readAgain: { [unowned self] in store.send(.rowsDoubted) }))
  }

  /// Does what was pressed for rows that are there now.
  func answerHeldKeys() {
    guard heldKeys.isAnyWaiting else { return }
    // After a page was applied, at the end of a load that brought nothing new, and when marks have come.
    _ = (store.isMarkingAll, store.markings, store.unlistedMarks, store.awaited, store.writeCount)
    heldKeys.answer()
  }

  /// Whether marks were asked for that are not there yet: what is pressed then is meant for the marked.
  var areMarksComing: Bool { store.withState(areMarksComing) }

  private func areMarksComing(_ state: RecordList<Record>.State) -> Bool {
    state.isMarkingAll || !state.markings.isEmpty
  }

  /// Whether the rows of what is listed are still to come, or those that the cursor is on its way to, or whether the
  /// record with the cursor or a marked one is about to go, or marks or the cursor itself are awaited.
  ///
  /// Asked at every key, so without the store's key paths: in a generic type each use makes one anew.
  private func areRowsComing(isMotion: Bool) -> Bool {
    store.withState { state in
      (shown?.list != state.list && state.$page.loadError == nil)
        || areMarksComing(state) || isCursorAwaited(state, isMotion: isMotion)
        || heldKeys.isLeaving(dataSource.selected)
        || (!isMotion || isRevealing) && isMotionComing(state)
        || !isMotion && (areMarksDoubted || heldKeys.isLeaving(anyOf: dataSource.marked))
    }
  }

  /// Whether the keys before are still to move the cursor. Behind somebody's lock that may take for ever.
  private func isCursorAwaited(_ state: RecordList<Record>.State, isMotion: Bool) -> Bool {
    switch state.awaited {
    case .nothing: false
    case .longStep: !isMotion && !environment.isLocked()
    case .cursor: !environment.isLocked()
    }
  }

  /// Whether the record is not at hand that keys wait for to have the cursor.
  private var isRevealing: Bool { revealing.map { dataSource.index(of: $0) == nil } ?? false }

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
    _ = (list, loading, store.isMarkingAll, store.markings, store.unlistedMarks, store.awaited)
    return areRowsComing(isMotion: false)
  }
}
