public import AlmanacRecords
import Databases

/// An error as a clause that can follow a colon.
public func sentence(_ error: any Error) -> String {
  if let error = error as? DatabaseError { return error.clause }
  var text = "\(error)"
  if error is any SentenceError { text = text.prefix(1).lowercased() + text.dropFirst() }
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}

extension LineFailure {
  /// Why a line of a source can't be added, as a clause of a sentence.
  public func clause(of source: String) -> String { "line \(number) of \(source): \(sentence(error))" }
}

extension RowConflict {
  /// What hinders a step at a record, as a clause of a sentence. The journal tells whether it is another record by now.
  func clause(in step: ChangeHistory.Step, _ journal: ChangeJournal?) -> String {
    let record = record(in: step)
    return reason == .changed && journal?.isReplacedElsewhere(id, in: table) == true
      ? "another program has deleted \(record) since, and added another one in its place"
      : reason.clause(record)
  }

  /// What happened to a record of a reverted commit since, as a clause of a sentence: this program may have done it.
  func changeSince(in step: ChangeHistory.Step) -> String {
    let record = record(in: step)
    return reason.deed.map { "\(record) was \(reason == .added ? "added again" : $0) since" } ?? reason.clause(record)
  }

  /// The name of the record: `user 3`, `Artist 3`.
  fileprivate func record(in step: ChangeHistory.Step) -> String {
    guard step.table.isNamed(table) else { return "record \(id) of \(table)" }
    return step.change.rows.first { $0.id == id }.map { "\(step.table.named($0))" } ?? "\(step.table.named(id))"
  }
}

/// The records that were left out when others were changed, as the rest of a sentence; empty if there are none.
func exception(_ left: [RowConflict], of step: ChangeHistory.Step) -> String {
  guard let first = left.first else { return "" }
  if let hindrance = left.map(\.reason).first(where: { $0.deed == nil }) {
    return left.count == 1
      ? ", but for \(first.record(in: step)): \(hindrance.clause("it"))"
      : ", but for \(left.count.groupedDigits) records: \(hindrance.clause("them"))"
  }
  let deeds = [RowConflict.Reason.added, .changed, .deleted].filter { reason in left.contains { $0.reason == reason } }
  let what = "another program has \(deeds.compactMap(\.deed).inWords(joinedBy: "or")) since"
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
