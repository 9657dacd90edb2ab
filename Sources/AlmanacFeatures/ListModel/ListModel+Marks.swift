// The marked records.
import AlmanacRecords
import DiffableLists
import Observing

/// The uncertainty about the marks of a list.
struct MarkDoubts {
  /// Whether the list has changed since the records were marked, and may not show them all.
  var areDoubted = false
  /// Whether records were marked, or all marks cleared, since the last lookup of the marked records.
  var areUnchecked = false
  /// How many lost marks no message has mentioned yet.
  var lostCount = 0
  /// The marks when the search line opened. Each list of the typed search begins with them, so Backspace and Esc bring
  /// back the marks that a letter took. Nil: no search is typed, nothing was marked, or the marks were set since.
  var beforeSearch: Set<RecordID>?
}

/// Where a range of marks begins.
struct MarkedRange {
  /// The record that was marked last, by itself.
  var lastMarked: RecordID?
  /// The record at which the button of the mouse was pressed last, and the marks before that.
  var pressed: (id: RecordID, marked: Set<RecordID>)?
}

extension ListModel {
  /// How many records are marked.
  var markCount: Int { dataSource.marked.count }

  /// The marked records, or the one with the cursor if none is marked. Nil: there is none either.
  var chosen: ChosenRecords? {
    var chosen = dataSource.selected.map { ChosenRecords([$0]) }
    if markCount > 0 { chosen = ChosenRecords(dataSource.marked, markedIn: list) }
    chosen?.rowIDVersion = loaded.rowIDVersion
    return chosen
  }

  /// The search line opens: its lists keep the present marks in mind.
  func beginSearch() { markDoubts.beforeSearch = markCount > 0 ? dataSource.marked : nil }

  /// The typed search has ended, and its list has come. Returns how many marks it took.
  func endSearch() -> Int {
    defer { markDoubts.beforeSearch = nil }
    return markDoubts.beforeSearch.map { $0.count - markCount } ?? 0
  }

  /// Marks a loaded record, or removes its mark.
  func toggleMark(_ id: RecordID) {
    markDoubts.beforeSearch = nil
    dataSource.toggleMark(id)
    range.lastMarked = dataSource.marked.contains(id) ? id : nil
    // After an unmarking the others are already looked up. With a million marks another lookup takes longer than a key
    // may.
    if dataSource.marked.contains(id) || markCount == 0 { markDoubts.areUnchecked = true }
  }

  func clearMarks() {
    markDoubts.beforeSearch = nil
    dataSource.clearMarks()
    range.lastMarked = nil
    markDoubts.areUnchecked = true
  }

  /// Marks only the records that a list showed. If the list has changed by now, it may show only some of them.
  func mark(_ ids: Set<RecordID>, listedIn list: ListQuery) {
    markDoubts.beforeSearch = nil
    dataSource.markOnly(ids)
    markDoubts.areUnchecked = true
    if list != self.list {
      markDoubts.areDoubted = true
      markDoubts.lostCount += ids.count - markCount
    }
    changes.noteChange()
  }

  /// Takes over the marks of another list of the same records.
  func takeMarks(of old: ListModel, in table: ListedTable) {
    // The schema has changed: the rowids may belong to other records.
    guard !table.hasLooseRowIDs else {
      markDoubts.lostCount = old.markCount
      return
    }
    guard old.list?.table.identity.columns.count == table.identity.columns.count else { return }
    dataSource.markOnly(old.dataSource.marked)
    markDoubts.areUnchecked = true
    markDoubts.areDoubted = markCount > 0
    changes.noteChange()
  }

  /// The chosen records are about to be deleted here: the list does not count them as news.
  func expectDeletion(of chosen: ChosenRecords) {
    // A large set is shared, not copied.
    own.deleted = own.deleted.isEmpty ? chosen.ids : own.deleted.union(chosen.ids)
  }

  /// The chosen records were not deleted after all.
  func expectStay(of chosen: ChosenRecords) { expectStay(of: chosen.ids) }

  /// Forgets deleted records: their marks, and that they changed.
  func forget(_ ids: [RecordID]) {
    // Only a loaded row can still be seen to disappear.
    for id in ids where dataSource.index(of: id) == nil { own.deleted.remove(id) }
    dataSource.unmark(ids)
    markDoubts.beforeSearch?.subtract(ids)
    changed.remove(ids)
    changes.noteChange()
  }

  /// Takes the number of lost marks that no message has mentioned yet.
  func takeLostMarkCount() -> Int {
    defer { markDoubts.lostCount = 0 }
    return markDoubts.lostCount
  }

  /// Clears the marks and the changed records: nothing is known of them any more.
  func forgetMarks() {
    clearMarks()
    markDoubts.areDoubted = false
    changed = ChangedRecords()
    changes.noteChange()
  }

  /// Removes the marks of records that the list does not show. Returns how many marks were lost.
  func take(_ value: MarksQuery.Value) -> Int {
    markDoubts.areDoubted = false
    let before = markCount
    dataSource.unmark(value.unlisted)
    markDoubts.beforeSearch?.subtract(value.gone)
    // Records marked meanwhile are looked up next.
    return markDoubts.areUnchecked ? 0 : takeLostMarkCount() + before - markCount
  }

  /// The list has changed since the marks were set, and may not be loaded as a whole. Keys for the marked records wait
  /// until it is known which of them the list shows.
  func doubtMarks(lost: Int) {
    markDoubts.areDoubted = dataSource.position != .whole && !dataSource.marked.isEmpty
    if markDoubts.areDoubted { markDoubts.lostCount += lost }
  }
}
