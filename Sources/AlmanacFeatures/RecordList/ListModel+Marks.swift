// The marked records: those that were marked one by one, and what was marked at once.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Observing

/// What was marked at once, and how things stand with it.
struct MarkedRecords {
  var list: MarkedList
  /// The records that were taken out again.
  var except: Set<RecordID> = []
  var standing: MarkedList.Standing

  var count: Int { standing.count(except: except) }
}

extension ListModel {
  /// How many records are marked.
  var markCount: Int { dataSource.marked.count + (markedList?.count ?? 0) }

  /// The marked records, or, where none is marked, the one with the cursor; `nil` where there is none either.
  var chosen: ChosenRecords? {
    var chosen = dataSource.selected.map { ChosenRecords([$0]) }
    if markCount > 0 {
      chosen = ChosenRecords(
        Array(dataSource.marked), list: markedList?.list, except: markedList?.except ?? [], count: markCount)
    }
    chosen?.rowIDVersion = rowIDVersion
    return chosen
  }

  /// Whether a record of the rows at hand is marked.
  func isMarked(_ id: RecordID) -> Bool {
    dataSource.marked.contains(id) || isAmongMarkedAtOnce(id) && markedList?.except.contains(id) == false
  }

  private func isAmongMarkedAtOnce(_ id: RecordID) -> Bool {
    guard let markedList, !unmarkedRows.contains(id) else { return false }
    return markedList.list.contains(id, markedList.standing)
  }

  /// Marks a record of the rows at hand, or takes its mark away.
  func toggleMark(_ id: RecordID) {
    if !dataSource.marked.contains(id), isAmongMarkedAtOnce(id) {
      if markedList?.except.remove(id) == nil { markedList?.except.insert(id) }
    } else {
      dataSource.toggleMark(id)
    }
    if markedList?.count == 0 { markedList = nil }
  }

  func clearMarks() {
    dataSource.clearMarks()
    markedList = nil
  }

  /// Marks what a list showed. Where it is not the list at hand, that shows perhaps only some of it.
  func mark(_ marked: MarkedList, _ standing: MarkedList.Standing, listedIn list: ListQuery) {
    dataSource.clearMarks()
    markedList = MarkedRecords(list: marked, standing: standing)
    areMarksUnchecked = true
    if list != shown?.list { areMarksDoubted = true }
    changes.noteChange()
  }

  /// Takes the marks of another list of the same records over.
  func takeMarks(of old: ListModel, in table: ListedTable) {
    // The schema is another: their rowids may be those of other records.
    guard !table.hasLooseRowIDs else {
      lostMarkCount = old.markCount
      return
    }
    dataSource.mark(old.dataSource.marked)
    if let marked = old.markedList, let list = marked.list.over(table) {
      markedList = MarkedRecords(list: list, except: marked.except, standing: marked.standing)
    }
    areMarksUnchecked = true
    areMarksDoubted = markCount > 0
    changes.noteChange()
  }

  /// The marked records are about to be deleted: the list does not count their deletion as news.
  func expectDeletion(of chosen: ChosenRecords) {
    expectDeletion(of: chosen.ids)
    areMarksDeleted = chosen.list != nil
  }

  /// The chosen records stay after all.
  func expectStay(of chosen: ChosenRecords) { expectStay(of: chosen.ids) }

  /// These have been deleted: they are marked no more, nor visited as changes.
  func forget(_ ids: [RecordID]) {
    if areMarksDeleted {
      // Their rows may still be at hand.
      expectDeletion(of: ids.filter { dataSource.index(of: $0) != nil })
      (areMarksDeleted, markedList) = (false, nil)
    }
    dataSource.unmark(ids)
    markedList?.except.formUnion(ids)
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

  /// Takes over how things stand with the marked records. Returns how many marks have gone, and whether what was
  /// marked at once is not known any more.
  func take(_ value: MarksQuery.Value) -> (lost: Int, isUnknown: Bool) {
    areMarksDoubted = false
    let before = markCount
    dataSource.unmark(value.unlisted)
    // What was marked in the meantime is looked at next.
    if areMarksUnchecked { return (0, false) }
    switch value.marked {
    case .standing(let standing): markedList?.standing = standing
    case .narrowed(let list, let standing):
      markedList = MarkedRecords(list: list, standing: standing)
      areMarksUnchecked = true
    case .unknown, nil: markedList = nil
    }
    if markedList?.count == 0 { markedList = nil }
    return (takeLostMarkCount() + before - markCount, value.marked == .unknown)
  }

  /// The list is another than that of the marked records, and not all of its rows may be at hand: what is pressed for
  /// the marked records waits until it is known which of them it shows.
  func doubtMarks(lost: Int) {
    areMarksDoubted = markedList != nil || dataSource.position != .whole && !dataSource.marked.isEmpty
    if areMarksDoubted { lostMarkCount += lost }
  }
}
