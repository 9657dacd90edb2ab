// What comes of what is done in a list: a report to the screen around, which the list itself takes note of too.
public import AlmanacRecords
public import Databases
import Stores
import StructuredQueries

/// What a list tells the screen around.
public enum ListReport: Sendable {
  /// A change is being written.
  case begun(ChangeUnderWay)
  /// A change that is being written has come so far, in the words of the status line.
  case progressed(String, WriteInterruption)
  /// What a form holds is being saved; and is no longer, `isDone`: it has been.
  case saveBegun(ChangeUnderWay)
  /// Saving has ended.
  case saveEnded(isDone: Bool)
  /// Records have been changed, and the change can't be stopped any more, where it could be; the rows may still be to be
  /// read as it left them. `cursor` had the cursor then.
  case done(String, BookChange, cursor: RecordID? = nil, stoppableBy: WriteInterruption? = nil)
  /// A remark.
  case noted(String)
  /// What was asked for could not be done.
  case failed(String)
  /// The person wants a deletion done again, and has seen what goes with it.
  case redoConfirmed
  /// The person goes to the record that one of the list names.
  case referenceFollowed(TableReference, of: RecordID)
  /// The person goes to the records of a table that name one of the list, which a filter lets through.
  case namingFollowed(NamingTable, RecordFilter, of: RecordID)
  /// A change is over, and the rows are as it left them; `isDone`: records have been changed.
  case changeEnded(isDone: Bool)
}

extension RecordList {
  /// What its own reports mean for the list.
  func receive(_ report: ListReport, _ state: inout State) {
    switch report {
    case .done(_, let change, _, _):
      // A change that was made here is there to be seen.
      state.pausedCounts = nil
      state.hidden = nil
      forgetDeleted(change, state)
      state.model.expectArrivals(of: change, in: state.table)
    case .failed: state.isMarkingAll = false
    case .begun: state.changeCount += 1
    case .changeEnded:
      state.changeCount -= 1
      if state.changeCount == 0 {
        state.isDeleting = false
        state.model.endArrivals()
      }
    case .saveEnded: state.model.endArrivals()
    case .progressed, .saveBegun, .noted, .redoConfirmed, .referenceFollowed, .namingFollowed: break
    }
  }

  /// What has been deleted here is marked no more, nor visited as a change.
  func forgetDeleted(_ change: BookChange, _ state: State) {
    let deleted = Array(change.deletions(from: state.table))
    if !deleted.isEmpty { state.model.forget(deleted) }
  }
}

extension BookChange {
  /// The records that it has added to a table, or brought back there.
  func additions(to table: ListedTable) -> some Sequence<RecordID> {
    rows.lazy.filter { $0.isOf(table) && $0.before == nil }.map(\.id)
  }

  /// The records that it has deleted from a table.
  func deletions(from table: ListedTable) -> some Sequence<RecordID> {
    rows.lazy.filter { $0.isOf(table) && $0.after == nil }.map(\.id)
  }
}
