// The change of a verb, recorded for undo as long as it is not too large.
public import Databases

extension Database {
  /// Runs `body` inside a write and returns the records that it touched, and its change of a table; nil if nothing has
  /// changed, or undo could not take it back. `problem`: why undo could not, or could not for long. Throws
  /// `ChangeTooLarge` if there is too much to record.
  public func recordingChange<R>(
    of table: String, atMost byteLimit: Int = ChangeLog.byteLimit, _ body: () throws -> R
  ) throws -> (value: R, touched: TouchedRecords, change: BookChange?, problem: (any UndoImpossible)?) {
    let ((value, log), touched) = try countingRows { try recordingRows(atMost: byteLimit, body) }
    if log.rows.isEmpty, log.moduleRows.isEmpty, log.gap == nil { return (value, touched, nil, nil) }
    do {
      try log.requireUndo(self)
    } catch let problem as any UndoImpossible {
      return (value, touched, nil, problem)
    }
    let change = BookChange(log, of: table)
    do {
      try change.requireLastingUndo(self)
    } catch let problem as any UndoImpossible {
      return (value, touched, change, problem)
    }
    return (value, touched, change, nil)
  }
}
