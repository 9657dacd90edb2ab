// One event of a commit, as the changes screen lists it.
public import Databases

/// A row that a commit changed, or another event of the commit.
public struct JournalEntry: Sendable {
  /// The event.
  public enum Event: Sendable {
    /// A row was inserted, updated or deleted.
    case row(ChangedRows.Table, ChangedRows.Row)
    /// A table, index, view or trigger was created, changed or dropped.
    case schema(SchemaChange)
    /// Something else about one table or the whole file.
    case note(table: String?, Note)
    /// All events of a commit of several, which come just before this one.
    case commit(CommitSummary)
  }

  /// Something that is no change of a known row or of the schema.
  public enum Note: Sendable {
    /// The rows are not known, for this reason.
    case unknownCommit(String)
    /// The rows of the table are not known.
    case unknownRows(TableChange)
    /// The schema was written, and nothing of it has changed.
    case sameSchema
    /// Records exchange unique values, so that the order of the rows is not that of the writes.
    case exchange

    /// The sentence without its full stop.
    public var text: String {
      switch self {
      case .unknownCommit(let reason): "rows not known: \(reason)"
      case .unknownRows(let change): change.unknownRows
      case .sameSchema: "no table, index, view or trigger has changed: VACUUM, or a change taken back"
      case .exchange: RowOrder.remark
      }
    }
  }

  /// Its number, from 1: entries come in the order of the commits.
  public var id: Int
  /// The moment when Almanac saw it, in seconds since 1970.
  public var seenAt: Double
  /// The number of the commit since the file was opened, from 1.
  public var commit: Int
  /// Whether this program committed it.
  public var isOwn: Bool
  /// The event.
  public var event: Event

  /// The moment after its commit.
  public var moment: FileMoment { FileMoment(commit: commit, seenAt: seenAt) }

  /// The approximate size in bytes.
  var byteCount: Int {
    switch event {
    case .note(_, let note): 128 + note.text.utf8.count
    case .commit(let summary): 128 + summary.text.utf8.count
    case .schema(let change):
      [change.formerDefinition, change.definition].reduce(256) { $0 + ($1?.utf8.count ?? 0) }
    case .row(_, let row): 192 + row.byteCount
    }
  }
}

extension JournalEntry {
  /// The events of a batch, without numbers; of several, their summary is the last one.
  static func events(of batch: ChangeBatch) -> [Event] {
    var events: [Event] = []
    if let gap = batch.gap {
      events.append(.note(table: nil, .unknownCommit(gap)))
    } else if batch.schemaChanged, batch.schemaChanges.isEmpty {
      events.append(.note(table: nil, .sameSchema))
    }
    // In a plausible order: a table is created before it has rows, and dropped after its rows.
    events += batch.schemaChanges.filter { $0.definition != nil }.map(Event.schema)
    for (name, change) in batch.reportedTables {
      if let rows = change.rows {
        let order = RowOrder(rows)
        if order.exchangedCount > 0 { events.append(.note(table: name, .exchange)) }
        events += order.rows.map { .row(rows.table, $0) }
      } else {
        events.append(.note(table: name, .unknownRows(change)))
      }
    }
    events += batch.schemaChanges.filter { $0.definition == nil }.map(Event.schema)
    // The one line of a commit says all that its summary would say.
    return events.count > 1 ? events + [.commit(CommitSummary(events))] : events
  }

  /// The program that committed it, in words.
  public var author: String { isOwn ? "this program" : "another program" }

  /// The sign of the event: added, changed, deleted or unknown.
  public var sign: String { kind?.rawValue ?? "" }

  /// What the sign says; nil for the summary of a commit, which has none.
  private var kind: ChangeSign? {
    switch event {
    case .row(_, let row):
      switch row.kind {
      case .inserted: .added
      case .updated: .changed
      case .deleted: .deleted
      }
    case .schema(let change): change.formerDefinition == nil ? .added : change.definition == nil ? .deleted : .changed
    case .note: .unknown
    case .commit: nil
    }
  }

  /// Whether it sums up a commit.
  var isSummary: Bool { if case .commit = event { true } else { false } }

  /// The table's name; nil for the whole file.
  public var table: String? { event.table }

  /// The table whose rows have changed; nil if none did.
  var tableOfRows: String? {
    switch event {
    case .row(let table, _): table.name
    case .note(let table, .unknownRows): table
    case .note, .schema, .commit: nil
    }
  }

  /// The readable name of the record: its key or its rowid; empty if the event is not about a record.
  var recordName: String {
    guard case .row(let table, let row) = event else { return "" }
    let key = row.values(of: table.key, in: table)?.map(\.shown).joined(separator: " ")
    return key ?? row.rowID.map(String.init) ?? ""
  }

  /// Each changed column with its value before and after. For an added or deleted row, each column with a value.
  var changedColumns: [(column: String, before: ExactValue?, after: ExactValue?)] {
    guard case .row(let table, let row) = event else { return [] }
    return table.columns.indices.compactMap { index in
      let (before, after) = (row.before?[index], row.after?[index])
      let isShown = before != nil && after != nil ? before != after : (before ?? after) != .null
      return isShown ? (table.columns[index], before, after) : nil
    }
  }

  /// The words on one line, without those of other entries.
  package func words(_ reading: ValueReading? = nil) -> ChangeText {
    var labels = RowLabels()
    return words(&labels, reading)
  }

  /// The text for the detail: each change of a column on its own line; for a change of the schema the statements before
  /// and after; otherwise the sentence.
  func details(_ reading: ValueReading?) -> String {
    switch event {
    case .row: break
    case .schema(let change):
      return [change.formerDefinition, change.definition].compactMap(\.self).joined(separator: "\n→\n")
    case .note(_, let note): return note.text
    case .commit(let summary): return summary.text
    }
    return changedColumns.map { column, before, after in
      let (old, new) = (reading?.words(for: before, of: column), reading?.words(for: after, of: column))
      func text(_ value: ExactValue, _ words: String?) -> String {
        Self.text(value, limit: Self.detailLength) + (words.map { " (\($0))" } ?? "")
      }
      return switch (before, after) {
      case (let before?, let after?) where old != nil || new != nil:
        "\(column): \(text(before, old)) → \(text(after, new))"
      case (let before?, let after?): "\(column): \(Self.detail(of: before, after))"
      case (let value?, nil), (nil, let value?): "\(column): \(text(value, old ?? new))"
      case (nil, nil): column
      }
    }.joined(separator: "\n")
  }

  private static func detail(of before: ExactValue, _ after: ExactValue) -> String {
    let (old, new) = texts(before, after, limit: detailLength)
    return "\(old) → \(new)"
  }

  /// The most characters of a value in the detail.
  private static let detailLength = 2_000
}

extension JournalEntry.Event {
  /// The table's name; nil for the whole file.
  var table: String? {
    switch self {
    case .row(let table, _): table.name
    case .schema(let change): change.table
    case .note(let table, _): table
    case .commit: nil
    }
  }
}

extension ChangeBatch {
  /// The tables with reportable changes, by their names in lower case. SQLite's internal tables are left out. So are
  /// the tables of a module if rows of other tables are known, because those say what a program has done.
  public var reportedTables: [(name: String, change: TableChange)] {
    let tables = tables.filter { !$0.key.hasPrefix("sqlite_") }
    let hasRows = tables.contains { $0.value.rows != nil }
    return tables.filter { $0.value.rows != nil || !$0.value.countsShadowRows || !hasRows }
      .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }
}

extension TableChange {
  /// A sentence without its full stop that rows with unknown values changed.
  public var unknownRows: String {
    let count = inserted + updated + deleted
    return "\(count.counted("row")) changed: \(count == 1 ? "its" : "their") values are not known"
  }
}
