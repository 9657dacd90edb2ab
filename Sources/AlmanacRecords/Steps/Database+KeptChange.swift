// The change of a verb, recorded for undo as long as it is not too large.
public import Databases

extension Database {
  /// Runs `body` inside a write and returns the records that it touched, and its change of a table; nil if nothing has
  /// changed, or undo could not take it back. Throws `ChangeTooLarge` if there is too much to record.
  public func recordingChange<R>(
    of table: String, atMost byteLimit: Int = ChangeLog.byteLimit, _ body: () throws -> R
  ) throws -> (value: R, touched: TouchedRecords, change: BookChange?) {
    let ((value, log), touched) = try countingRows { try recordingRows(atMost: byteLimit, body) }
    do {
      try log.requireUndo(self)
      let change = BookChange(log, of: table)
      try change.requireLastingUndo(self)
      return (value, touched, log.rows.isEmpty && log.moduleRows.isEmpty ? nil : change)
    } catch is any UndoImpossible {
      return (value, touched, nil)
    }
  }
}
