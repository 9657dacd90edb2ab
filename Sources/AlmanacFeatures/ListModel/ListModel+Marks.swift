// The marked records.
import AlmanacRecords
import DiffableLists
import Observing

extension ListModel {
  /// How many records are marked.
  var markCount: Int { dataSource.marked.count }

  /// The marked records, or the one with the cursor if none is marked. Nil: there is none either.
  var chosen: ChosenRecords? {
    var chosen = dataSource.selected.map { ChosenRecords([$0]) }
    if markCount > 0 { chosen = ChosenRecords(dataSource.marked, markedIn: list) }
    chosen?.rowIDVersion = rowIDVersion
    return chosen
  }

  /// Marks a record of the rows at hand, or takes its mark away.
  func toggleMark(_ id: RecordID) {
    dataSource.toggleMark(id)
    // If one mark less is left, all others are looked for already: of a million marks that takes longer than a key may.
    if dataSource.marked.contains(id) || markCount == 0 { areMarksUnchecked = true }
  }

  func clearMarks() {
    dataSource.clearMarks()
    areMarksUnchecked = true
  }

  /// Marks the records that a list showed, and no others. If it is another list by now, that may show only some of them.
  func mark(_ ids: Set<RecordID>, listedIn list: ListQuery) {
    dataSource.markOnly(ids)
    areMarksUnchecked = true
    if list != shown?.list {
      areMarksDoubted = true
      lostMarkCount += ids.count - markCount
    }
    changes.noteChange()
  }

  /// Takes the marks of another list of the same records over.
  func takeMarks(of old: ListModel, in table: ListedTable) {
    // The schema is another: their rowids may be those of other records.
    guard !table.hasLooseRowIDs else {
      lostMarkCount = old.markCount
      return
    }
    guard old.list?.table.identity.columns.count == table.identity.columns.count else { return }
    dataSource.markOnly(old.dataSource.marked)
    areMarksUnchecked = true
    areMarksDoubted = markCount > 0
    changes.noteChange()
  }

  /// The chosen records are about to be deleted: the list does not count their deletion as news.
  func expectDeletion(of chosen: ChosenRecords) {
    // A large set is shared, not copied.
    deletedHere = deletedHere.isEmpty ? chosen.ids : deletedHere.union(chosen.ids)
  }

  /// The chosen records stay after all.
  func expectStay(of chosen: ChosenRecords) { expectStay(of: chosen.ids) }

  /// These have been deleted: they are marked no more, nor visited as changes.
  func forget(_ ids: [RecordID]) {
    // Only a row at hand can still be seen to go.
    for id in ids where dataSource.index(of: id) == nil { deletedHere.remove(id) }
    dataSource.unmark(ids)
    changed.remove(ids)
    changes.noteChange()
  }

  /// How many marks have gone that no message has named yet, once.
  func takeLostMarkCount() -> Int {
    defer { lostMarkCount = 0 }
    return lostMarkCount
  }

  /// Nothing is known of the marked records any more.
  func forgetMarks() {
    clearMarks()
    areMarksDoubted = false
    changed = ChangedRecords()
    changes.noteChange()
  }

  /// Takes the marks away from records that the list does not show. Returns how many marks have gone.
  func take(_ value: MarksQuery.Value) -> Int {
    areMarksDoubted = false
    let before = markCount
    dataSource.unmark(value.unlisted)
    // What was marked in the meantime is looked at next.
    return areMarksUnchecked ? 0 : takeLostMarkCount() + before - markCount
  }

  /// The list is another than that of the marked records, and not all of its rows may be at hand: what is pressed for
  /// the marked records waits until it is known which of them it shows.
  func doubtMarks(lost: Int) {
    areMarksDoubted = dataSource.position != .whole && !dataSource.marked.isEmpty
    if areMarksDoubted { lostMarkCount += lost }
  }
}
