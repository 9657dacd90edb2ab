// The effects of the person's own changes on the rows of a list, which the list does not count as news.
import AlmanacRecords

/// The person's own changes, until the rows show them.
struct OwnChanges {
  /// The records that are being deleted.
  var deleted: Set<RecordID> = []
  /// The changes that add or restore records.
  private(set) var additions: [BookChange] = []
  /// Whether these changes are written: the next rows include them.
  private var areAdditionsWritten = false
  /// Records to be marked as new for a moment.
  private var newcomers: [RecordID] = []
  /// The last record that was added, changed or restored.
  private(set) var newest: RecordID?

  mutating func expectAdditions(of change: BookChange) {
    additions.append(change)
    areAdditionsWritten = false
  }

  /// No change is being made any more.
  mutating func endAdditions() { areAdditionsWritten = true }

  /// The rows were taken: written additions are among them.
  mutating func rowsTaken() { if areAdditionsWritten { additions = [] } }

  /// Notes a record that was added, changed or restored.
  mutating func noteNew(_ id: RecordID) {
    newest = id
    newcomers.append(id)
  }

  /// Takes the records to mark as new.
  mutating func takeNewcomers() -> [RecordID] {
    defer { newcomers = [] }
    return newcomers
  }
}
