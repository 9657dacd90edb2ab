// What comes of what is done in a list: told to the screen around, and taken note of in the list itself.
public import AlmanacRecords
import Databases
import Stores
import StructuredQueries

/// What a list tells the screen around.
public enum ListReport: Sendable {
  /// A change that takes a moment is being written.
  case begun(LongChange)
  /// Records have been changed; `cursor` had the cursor then.
  case done(String, BookChange, cursor: Int? = nil)
  /// There is something to say that needs nobody's attention.
  case noted(String)
  /// What was asked for could not be done.
  case failed(String)
  /// Nothing is written any more for a key that changes records; `isDone`: they have been changed.
  case writeEnded(isDone: Bool)
}

extension RecordList {
  /// What its own reports mean for the list.
  func receive(_ report: ListReport, _ state: inout State) {
    switch report {
    case .done(_, let change, _):
      // One's own change is there to be seen.
      state.pausedCounts = nil
      state.hidden = nil
      forgetDeleted(change, &state)
    case .failed:
      state.refusalCount += 1
      state.isMarkingAll = false
    case .writeEnded: state.writeCount -= 1
    case .begun, .noted: break
    }
  }

  /// What has been deleted here is marked no more, nor visited as a change.
  func forgetDeleted(_ change: BookChange, _ state: inout State) {
    let deleted = change.rows.filter { $0.table == Record.tableName && $0.after == nil }.map(\.id)
    if !deleted.isEmpty { state.markings.append(.unmark(deleted)) }
  }
}
