// Changed records of several tables, in words.
import AlmanacRecords

extension OtherRecords.Deed {
  /// `Delete`, in a question.
  var imperative: String {
    switch self {
    case .added: "Add"
    case .changed: "Change"
    case .deleted: "Delete"
    }
  }

  /// `Deleted`, when it is complete.
  var pastParticiple: String {
    switch self {
    case .added: "Added"
    case .changed: "Changed"
    case .deleted: "Deleted"
    }
  }
}

extension [OtherRecords] {
  /// The deed, if it is the same for all.
  var onlyDeed: OtherRecords.Deed? {
    first.flatMap { first in allSatisfy { $0.deed == first.deed } ? first.deed : nil }
  }

  /// A phrase for each table and deed, at most four: `Also deletes 2 records of song`. `verb`: the words for a deed.
  func phrases(_ verb: (OtherRecords.Deed) -> String) -> [String] {
    let shown = count > 4 ? prefix(3) : self[...]
    let phrases = shown.map { "\(verb($0.deed)) \($0.count.counted("record")) of \($0.table)" }
    let rest = dropFirst(shown.count)
    if rest.isEmpty { return phrases }
    let count = rest.reduce(0) { $0 + $1.count }.groupedDigits
    return phrases + ["and \(count) records of \(rest.count.groupedDigits) other tables"]
  }
}

extension WritingStatement.Effects {
  /// The number of all changed records.
  var count: Int { records.reduce(0) { $0 + $1.count } }

  /// What the person has to know before the statement runs, one line each.
  var lines: [String] {
    records.phrases { "\($0.imperative)s" }
      + [doubt].compactMap(\.self).map { canBeUndone ? "\($0)." : "No undo: \($0)." }
  }

  /// What was done, with three tables at most: `Deleted 2 records of orders, 2 of lines, added 2 of log`.
  var label: String {
    guard let first = records.first else { return "Changed the structure of the file" }
    var phrases = ["\(first.deed.pastParticiple) \(first.count.counted("record")) of \(first.table)"]
    for (former, other) in zip(records, records.dropFirst()).prefix(2) {
      let deed = former.deed == other.deed ? "" : other.deed.pastParticiple.lowercased() + " "
      phrases.append("\(deed)\(other.count.groupedDigits) of \(other.table)")
    }
    return phrases.joined(separator: ", ") + (records.count > 3 ? ", and others" : "")
  }
}
