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
    case .failed: state.isMarkingAll = false
    case .begun: state.changeCount += 1
    case .changeEnded:
      state.changeCount -= 1
      if state.changeCount == 0 {
        state.isDeleting = false
        state.model.areMarksDeleted = false
      }
    case .progressed, .saveBegun, .saveEnded, .noted, .redoConfirmed, .referenceFollowed, .namingFollowed: break
    }
  }

  /// What has been deleted here is marked no more, nor visited as a change.
  func forgetDeleted(_ change: BookChange, _ state: State) {
    let deleted = change.rows.filter { $0.isOf(state.table) && $0.after == nil }.map(\.id)
    if !deleted.isEmpty { state.model.forget(deleted) }
  }
}
