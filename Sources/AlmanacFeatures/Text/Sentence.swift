public import AlmanacRecords
import Databases

/// An error as a clause that can follow a colon.
public func sentence(_ error: any Error) -> String { sentence(error, in: nil) }

/// The same for an error of an undo step.
func sentence(_ error: any Error, in step: ChangeHistory.Step?) -> String {
  if let error = error as? DatabaseError { return error.clause }
  if let conflict = error as? ChangeConflict {
    return "another program has \(conflict.isGone ? "deleted" : "changed") \(conflict.record(in: step)) since"
  }
  var text = "\(error)"
  if error is any SentenceError { text = text.prefix(1).lowercased() + text.dropFirst() }
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}

extension LineFailure {
  /// Why a line of a source can't be added, as a clause of a sentence.
  public func clause(of source: String) -> String { "line \(number) of \(source): \(sentence(error))" }
}

extension ChangeConflict {
  /// The name of the record: `user 3`, `Artist 3`.
  fileprivate func record(in step: ChangeHistory.Step?) -> String {
    guard let step, step.table.isNamed(table) else { return "record \(id) of \(table)" }
    return step.change.rows.first { $0.id == id }.map { "\(step.table.named($0))" } ?? "\(step.table.named(id))"
  }
}

/// The records that were left out when others were changed, as the rest of a sentence; empty if there are none.
func exception(_ left: [ChangeConflict], of step: ChangeHistory.Step) -> String {
  guard let first = left.first else { return "" }
  let what = "another program has \(left.allSatisfy(\.isGone) ? "deleted" : "changed") since"
  return left.count == 1
    ? ", but for \(first.record(in: step)), which \(what)" : ", but for \(left.count.groupedDigits) that \(what)"
}

extension DatabaseError {
  /// The cause in everyday words, or SQLite's message if that is clear enough.
  fileprivate var clause: String {
    if let rule = BrokenRule(self) { return rule.description }
    if isBusy { return "another program has locked the file" }
    // Only SQLite's message is replaced. Our own message says more: another file may be at the path.
    if isReadOnly, message.hasPrefix("attempt to write") { return "the file can only be read" }
    if isFull { return "the disk is full; make room and try again" }
    if isCorrupt { return "the file is damaged, or no database" }
    if isCantOpen { return "the file can't be opened" }
    if isInputOutput { return "the disk can't be read or written" }
    return message
  }
}
