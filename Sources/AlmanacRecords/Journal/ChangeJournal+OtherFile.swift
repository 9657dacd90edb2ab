// What another file has that this one has not, as a journal of its own.
//
//   both files ──> the rows that differ ──> by table: its rows, and a summary with counts
public import Databases
import Locks

extension ChangeJournal {
  /// Compares the file with another one, which is shown by its name. The journal is empty if nothing differs. Of very
  /// many rows only the number is known. Throws as `read` does.
  public func differences(to other: SQLiteConnection, named name: String) async throws -> ChangeJournal {
    let batch = try await connection.read(with: other) { try Self.changes(from: $0, to: $1) }
    var net = State()
    net.net = NetChanges(title: "the comparison", sides: .otherFile(name))
    // The list has the newest entry first.
    for events in Self.groups(of: batch).reversed() { net.appendTable(events, seenAt: now()) }
    net.endTables()
    return ChangeJournal(net, of: self)
  }

  /// The events by table, in the order of the names. Those of the whole file come first.
  private static func groups(of batch: ChangeBatch) -> [[JournalEntry.Event]] {
    if batch.isEmptyComparison { return [] }
    let events = JournalEntry.events(of: batch).filter { if case .commit = $0 { false } else { true } }
    let groups = Dictionary(grouping: events) { ($0.table ?? "").lowercasedASCII }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }
}
