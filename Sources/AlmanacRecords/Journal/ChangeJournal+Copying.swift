// Changes as text to copy: SQL that repeats them or takes them back, or JSON.
public import Databases
import Locks

/// The form of copied changes.
public enum ChangeForm: Hashable, Sendable {
  /// The statements that make them elsewhere, in the order of the writes.
  case statements
  /// The statements that take them back, the last change first.
  case inverse
  /// An object for each changed row.
  case json
}

/// The error that changes can't be copied.
public struct CantCopy: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the rest of a sentence.
  public let description: String
}

extension ChangeJournal {
  /// The changes of entries as text, a line for each; a summary means all lines of its commit. Throws `CantCopy` if a
  /// line has no such text, the journal has dropped one, or the text has more than `byteLimit` bytes.
  public func text(of ids: Set<Int>, as form: ChangeForm, atMost byteLimit: Int) throws(CantCopy) -> String {
    let (lines, isNet): ([JournalEntry], Bool)
    do {
      (lines, isNet) = try state.withLock { state throws(CantRevert) in (try state.lines(of: ids), state.net != nil) }
    } catch {
      throw CantCopy(description: error.reason)
    }
    var text = ""
    for entry in form == .inverse ? lines.reversed() : lines {
      if case .note(_, .exchange) = entry.event { continue }
      text += try entry.text(as: form, isNet: isNet)
      if text.utf8.count > byteLimit {
        throw CantCopy(description: "the text has more than \(byteLimit.counted("byte")), too much for terminals")
      }
    }
    if text.last == "\n" { text.removeLast() }
    if text.isEmpty { throw CantCopy(description: "only columns that are gone or computed differ") }
    return text
  }
}

extension JournalEntry {
  /// `isNet`: it is of no single commit.
  fileprivate func text(as form: ChangeForm, isNet: Bool) throws(CantCopy) -> String {
    switch (event, form) {
    case (.row(let table, let row), .json):
      var text = ""
      row.writeJSON(of: table, commit: isNet ? nil : commit, as: JSONText()) { text += $0 }
      return text
    case (.row(let table, let row), _):
      let statement = RowStatement(table, row)
      return try Self.line(form == .inverse ? statement.backward : statement.forward)
    case (.schema(let change), .statements): return try Self.line(SchemaStatement(change).forward)
    case (.schema(let change), .inverse): return try Self.line(SchemaStatement(change).backward)
    case (.schema(let change), .json): throw CantCopy(description: "\(change.summary), and that is no row")
    case (.note(_, let note), _): throw CantCopy(description: note.text)
    case (.commit, _): return ""
    }
  }

  /// A line with a statement; no line if only missing columns differ.
  private static func line(_ statement: String?) throws(CantCopy) -> String {
    guard let statement else { throw CantCopy(description: "no single statement makes this change") }
    return statement.isEmpty ? "" : statement + "\n"
  }
}

extension ChangedRows.Row {
  /// Writes the change of a row as one line of JSON, in pieces: its kind, its key, its values before and after, and
  /// the number of its commit if there is one.
  public func writeJSON(
    of table: ChangedRows.Table, commit: Int?, isExchanged: Bool = false, as json: JSONText,
    _ output: (String) throws -> Void
  ) rethrows {
    func object(_ columns: [String], _ values: [ExactValue]) throws {
      try RecordColumns(names: columns).writeJSON(values, as: json, output)
    }
    try output("{\"change\":\"\(kind.change.rawValue)\",\"table\":\(json.quoted(table.name)),\"key\":")
    if let rowID, table.key.isEmpty {
      try object(["rowid"], [.integer(rowID)])
    } else {
      let values = before ?? after ?? []
      try object(table.key, table.key.map { name in table.columns.firstIndex(of: name).map { values[$0] } ?? .null })
    }
    for (name, values) in [("old", before), ("new", after)] {
      guard let values else { continue }
      try output(",\"\(name)\":")
      try object(table.columns, values)
    }
    if isExchanged { try output(",\"exchanged\":true") }
    try output(commit.map { ",\"commit\":\($0)}\n" } ?? "}\n")
  }
}

extension ChangedRows.Row.Kind {
  /// The kind as the change of an event.
  public var change: RecordEvent.Change {
    switch self {
    case .inserted: .insert
    case .updated: .update
    case .deleted: .delete
    }
  }
}
