// What the feature asks of a list: to show a record, to mark some, to forget what waits, to follow the newest; and which
// of the marked records are listed no more.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores

extension RecordListPane {
  func answerReveal() {
    guard let reveal = store.reveal, reveal.number != answeredReveal else { return }
    // Another list that is on its way puts its cursor elsewhere first.
    if isListComing { return }
    answeredReveal = reveal.number
    wanted = (reveal.id, reveal.key)
    revealing = reveal.isAwaited ? reveal.id : nil
    heldKeys.removeLeaving(reveal.id)
    dataSource.select(reveal.id)
    if reveal.isNew {
      marks.add(.arrived, to: reveal.id)
      changed.add([reveal.id])
    }
    rows.setNeedsDisplay()
    placeChanged()
    if reveal.isAwaited { store.send(.revealAnswered) }
  }

  func answerMarkings() {
    let markings = store.markings
    guard !markings.isEmpty else { return }
    for marking in markings { answer(marking) }
    store.send(.markingsAnswered)
    marksChanged()
  }

  private func answer(_ marking: RecordList<Record>.Marking) {
    switch marking {
    case .mark(let ids, let list):
      dataSource.mark(ids)
      // Another list may not show them all: they are as marks that were there when it came.
      if list != shown?.list { doubtMarks(lost: ids.count { !dataSource.marked.contains($0) }) }
    case .unmark(let ids):
      dataSource.unmark(ids)
      changed.remove(ids)
    case .unmarkAll:
      dataSource.clearMarks()
      areMarksDoubted = false
      changed = ChangedRecords()
      heldKeys.drop()
    }
  }

  /// Sends the cursor to the newest record, once, while it is followed.
  func followNewest() {
    guard store.isFollowing else { return followed = nil }
    guard let newest = store.newest, newest != followed else { return }
    followed = newest
    store.send(.newestChanged(id: newest))
  }

  /// A change was refused: what was pressed behind it meant a list that did not come about.
  func answerRefusal() {
    guard store.refusalCount != answeredRefusal else { return }
    answeredRefusal = store.refusalCount
    heldKeys.drop()
  }

  // MARK: Marks

  /// Has the marked records looked for: of those that have no row at hand nobody else says that they have gone.
  func checkMarks() {
    if dataSource.marked.isEmpty, markCheck == 0 { return }
    markCheck += 1
    store.send(.marksChanged(dataSource.marked, in: shown?.list ?? ListQuery(), number: markCheck))
  }

  /// The list is another than that of the marked records, and not all of its rows may be at hand: what is pressed for
  /// the marked waits until it is known which of them it shows. `lost`: as many marks have gone already.
  func doubtMarks(lost: Int) {
    tellLostMarks(lost)
    areMarksDoubted = dataSource.position != .whole && !dataSource.marked.isEmpty
  }

  /// Takes the marks from records that are listed no more.
  func dropUnlistedMarks() {
    let unlisted = store.unlistedMarks
    guard unlisted.number == markCheck else { return }
    let gone = unlisted.ids.intersection(dataSource.marked)
    if areMarksDoubted { tellLostMarks(gone.count) }
    areMarksDoubted = false
    if gone.isEmpty { return }
    dataSource.unmark(gone)
    note.marked = dataSource.marked.count
    rows.setNeedsDisplay()
    tellGone(Array(gone))
  }

  /// Says of another list that it has taken marks away: what is done next is done to fewer records.
  private func tellLostMarks(_ count: Int) {
    guard count > 0 else { return }
    store.send(.report(.noted("\(Record.counted(count)) \(count == 1 ? "is" : "are") not marked any more.")))
  }

  /// Tells the feature which marked records have gone by themselves: they may be about to be changed.
  func tellGone(_ ids: [Int]) { if !ids.isEmpty { store.send(.markedGone(ids)) } }
}
