// The differences of two files, in one of four forms.
import AlmanacRecords
import Databases
import Terminals

/// Writes what differs between two files. For use inside a read of each.
struct DifferenceOutput {
  /// The form of the output.
  enum Form {
    /// A line for each difference, for a person.
    case lines
    /// A line of JSON for each difference.
    case json
    /// The statements that make the old file into the new one.
    case sql
    /// A line for each table, with counts.
    case counts
  }

  let old: Database
  let new: Database
  private let comparison: FilesComparison
  private let changes: [SchemaChange]
  private let tables: [ComparedTable]
  /// The requested tables; empty if all are.
  private let wanted: [String]

  /// Throws `UsageError` if neither file has one of the named tables.
  init(_ old: Database, _ new: Database, _ names: [String]) throws {
    let comparison = try FilesComparison(old, new)
    let wanted = try names.map { name in
      if let found = comparison.names.first(where: { $0.lowercasedASCII == name.lowercasedASCII }) { return found }
      let meant = NearestWord.to(name, among: comparison.names).map { "; did you mean '\($0)'?" } ?? "."
      throw UsageError("Neither file has a table '\(name)'\(meant)")
    }
    func isWanted(_ names: [String?]) -> Bool {
      wanted.isEmpty || names.contains { name in wanted.contains { $0.lowercasedASCII == name?.lowercasedASCII } }
    }
    (self.old, self.new, self.comparison, self.wanted) = (old, new, comparison, wanted)
    changes = comparison.schemaChanges.filter { isWanted([$0.table, $0.name]) }
    tables = comparison.tables.filter { isWanted([$0.name, $0.owner]) }
  }

  /// Writes the differences. Returns whether there are any.
  func write(_ form: Form, to output: inout OutputText) throws -> Bool {
    switch form {
    case .sql:
      return try ComparisonStatements(comparison, tables, changes).write { statement in
        for line in statement.split(separator: "\n", omittingEmptySubsequences: false) {
          try output.write(WatchOutput.shown(String(line)) + "\n")
        }
      }
    case .lines, .json, .counts:
      var differs = !changes.isEmpty
      for change in changes { try write(change, form, to: &output) }
      for table in tables where isListed(table) {
        if try write(table, form, to: &output) { differs = true }
      }
      // If the files have different modules, the change of the schema already says so.
      let owners = Set(tables.compactMap { isListed($0) ? nil : $0.owner }).subtracting(changes.map(\.name)).sorted()
      for owner in owners where try tables.contains(where: { try $0.owner == owner && comparison.hasChange($0) }) {
        differs = true
        try write("its module keeps other data", of: owner, form, to: &output)
      }
      return differs
    }
  }

  /// Whether the rows are listed: what a module keeps counts only if its own table is named.
  private func isListed(_ table: ComparedTable) -> Bool {
    table.owner == nil || wanted.contains { $0.lowercasedASCII == table.name.lowercasedASCII }
  }

  private func write(_ change: SchemaChange, _ form: Form, to output: inout OutputText) throws {
    if form == .json { return try change.writeJSON(commit: nil, to: &output) }
    try output.write(line(DifferenceText.line(change)))
  }

  private func write(_ note: String, of table: String, _ form: Form, to output: inout OutputText) throws {
    if form == .json { return try UnknownRows(table: table, reason: note).writeJSON(commit: nil, to: &output) }
    try output.write(line("? \(table)  \(note)"))
  }

  /// Writes the rows of a table. Returns whether there are any.
  private func write(_ table: ComparedTable, _ form: Form, to output: inout OutputText) throws -> Bool {
    if let obstacle = table.obstacle {
      try write("its records are not compared: \(obstacle)", of: table.name, form, to: &output)
      return true
    }
    var counts = (added: 0, updated: 0, deleted: 0)
    var text = DifferenceText()
    let lines = form == .json ? RowLines(table.table, try? FileTable(table.name, table.isInNew ? new : old)) : nil
    try comparison.eachChange(of: table) { row in
      switch row.kind {
      case .inserted: counts.added += 1
      case .updated: counts.updated += 1
      case .deleted: counts.deleted += 1
      }
      if let lines {
        try lines.write(row, commit: nil, to: &output)
      } else if form == .lines {
        try output.write(line(text.line(row, of: table.table)))
      }
    }
    guard counts != (0, 0, 0) else { return false }
    if form == .counts {
      try output.write(
        line(
          "\(table.name)  \(counts.added.groupedDigits) added, \(counts.updated.groupedDigits) updated, "
            + "\(counts.deleted.groupedDigits) deleted"))
    }
    return true
  }

  /// A text on a line of its own, made harmless.
  private func line(_ text: String) -> String {
    SafeText.string(text, isUnicode: !StandardStreams.isTerminal || Environment.isUnicode) + "\n"
  }
}
