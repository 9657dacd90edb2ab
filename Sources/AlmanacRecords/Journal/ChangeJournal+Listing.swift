// The rows of the list in the journal's database.
import Databases

extension Database {
  /// Takes entries from the list.
  func deleteEntries(_ ids: Range<Int>) throws {
    try withStatement("DELETE FROM Change WHERE id >= ? AND id < ?") { statement in
      try statement.bind(exactly: .integer(ids.lowerBound), at: 1)
      try statement.bind(exactly: .integer(ids.upperBound), at: 2)
      while try statement.step() {}
    }
  }

  /// Adds entries to the list.
  func insert(_ entries: [JournalEntry], _ meanings: FileMeanings, _ zone: CivilZone) throws {
    try withStatement("INSERT INTO Change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") { statement in
      var labels = RowLabels()
      for entry in entries {
        let reading = ValueReading(entry.table.flatMap { meanings[$0] }, zone)
        let values: [ExactValue] = [
          .integer(entry.id), .text(Timestamp(secondsSince1970: entry.seenAt).text),
          .text(entry.table ?? ""), .text(entry.recordName), .text(entry.sign),
          .text(entry.words(&labels, reading).text),
          .text(entry.isOwn ? "this one" : "another"), .integer(entry.commit), .text(entry.details(reading)),
        ]
        for (place, value) in values.enumerated() { try statement.bind(exactly: value, at: place + 1) }
        while try statement.step() {}
      }
    }
  }
}

extension FileMeanings {
  /// The changed rows of each table with columns whose meaning is undecided.
  func undecided(
    among entries: [JournalEntry]
  ) -> [(table: ChangedRows.Table, rows: [[ExactValue]])] {
    var changed: [String: (table: ChangedRows.Table, rows: [[ExactValue]])] = [:]
    for entry in entries.suffix(ChangeJournal.rowsLookedAt) {
      guard case .row(let table, let row) = entry.event, let values = row.after ?? row.before,
        self[table.name]?.isDecided == false
      else { continue }
      changed[table.name, default: (table, [])].rows.append(values)
    }
    return Array(changed.values)
  }
}
