// The differences of two files as lines for a person, in the words of the list of changes.
public import Databases

/// Writes each difference on one line.
public struct DifferenceText {
  private var labels = RowLabels()

  /// Makes a writer for one file.
  public init() {}

  /// A row that differs: its sign, its table, its key, and its values.
  public mutating func line(_ row: ChangedRows.Row, of table: ChangedRows.Table) -> String {
    let entry = JournalEntry(id: 0, seenAt: 0, commit: 0, isOwn: false, event: .row(table, row))
    let record = [table.name, entry.recordName].filter { !$0.isEmpty }.joined(separator: " ")
    return "\(entry.sign) \(record)  \(entry.words(&labels, nil).text)"
  }

  /// A table, index, view or trigger that differs.
  public static func line(_ change: SchemaChange) -> String {
    let entry = JournalEntry(id: 0, seenAt: 0, commit: 0, isOwn: false, event: .schema(change))
    return "\(entry.sign) \(change.summary)"
  }
}
