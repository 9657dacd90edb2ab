// Reports from a list to its screen. The list itself handles them too.
public import AlmanacRecords
public import Databases
import Stores
import StructuredQueries

/// A report from a list to its screen.
public enum ListReport: Sendable {
  /// A change is being written.
  case begun(ChangeUnderWay)
  /// Progress of a change that is being written, in the words of the status line.
  case progressed(String, WriteInterruption)
  /// A form is being saved.
  case saveBegun(ChangeUnderWay)
  /// Saving has ended.
  case saveEnded(isDone: Bool)
  /// Records have been changed, and the change can no longer be stopped. The rows may not have been read again yet.
  /// `cursor` is the record that had the cursor then. `stoppableBy` is the interruption that could have stopped it.
  case done(String, BookChange, cursor: RecordID? = nil, stoppableBy: WriteInterruption? = nil)
  /// A remark.
  case noted(String)
  /// The request could not be carried out.
  case failed(String)
  /// The person confirms a step of undo or redo, after a question. `leaving`: the rows that it leaves as they are.
  case stepConfirmed(ChangeHistory.Step, ChangeHistory.Way, leaving: [RowConflict])
  /// The person does not want the step without the rows that it would leave.
  case stepDeclined(ChangeHistory.Step, ChangeHistory.Way)
  /// The person follows a foreign key of one of the list's records.
  case referenceFollowed(TableReference, of: RecordID)
  /// The person goes to the records of another table that reference one of the list. The filter selects them.
  case namingFollowed(NamingTable, RecordFilter, of: RecordID)
  /// The person shows or hides the side pane.
  case sidePaneToggled
  /// The person chooses what is copied of records.
  case copyAsked(CopiedRecords)
  /// The person compares two records. `rowIDVersion`: the schema version for which the identities hold.
  case compared([RecordID], rowIDVersion: Int?)
  /// A command of the person's own is to be run, with the values of records.
  case commandReady(CommandRun)
  /// The person has arranged the columns.
  case columnsArranged(ColumnLayout)
  /// The person goes to the moment one commit earlier or later.
  case momentAsked(earlier: Bool)
  /// The person reverts a change of the open record, which has this number in the list of changes.
  case revertAsked(Int)
  /// Shown rows have reported that the file is damaged.
  case damageFound
  /// A change has ended, and the rows show its result; `isDone`: records have been changed.
  case changeEnded(isDone: Bool)
}

extension RecordList {
  /// How the list handles its own reports.
  func receive(_ report: ListReport, _ state: inout State) {
    switch report {
    case .done(_, let change, _, _):
      // Show the person's own change.
      state.pausedCounts = nil
      state.hidden = nil
      forgetDeleted(change, state)
      state.model.expectArrivals(of: change, in: state.table)
    case .begun: state.work.changeCount += 1
    case .changeEnded:
      state.work.changeCount -= 1
      if state.work.changeCount == 0 {
        state.work.isDeleting = false
        state.model.endArrivals()
      }
    case .saveEnded: state.model.endArrivals()
    case .columnsArranged(let layout): state.model.layout = layout
    case .progressed, .saveBegun, .failed, .noted, .stepConfirmed, .stepDeclined, .referenceFollowed, .namingFollowed,
      .sidePaneToggled, .copyAsked, .compared, .commandReady, .momentAsked, .revertAsked, .damageFound:
      break
    }
  }

  /// Drops deleted records from the marks and from the changes to visit.
  func forgetDeleted(_ change: BookChange, _ state: State) {
    let deleted = Array(change.deletions(from: state.table))
    if !deleted.isEmpty { state.model.forget(deleted) }
  }
}

extension BookChange {
  /// The records of a table that it added or restored.
  func additions(to table: ListedTable) -> some Sequence<RecordID> {
    rows.lazy.filter { $0.isOf(table) && $0.before == nil }.map(\.id)
  }

  /// The records that it has deleted from a table.
  func deletions(from table: ListedTable) -> some Sequence<RecordID> {
    rows.lazy.filter { $0.isOf(table) && $0.after == nil }.map(\.id)
  }
}
