// The summary line of a commit: the number of its rows, and their tables.
import Databases

/// What a commit of several changes did, in a few words.
public struct CommitSummary: Hashable, Sendable {
  /// The words: `3 updated, 1 deleted in Album and Track`.
  let text: String

  /// Sums up the events of a commit. `since`: they are all changes between this moment, in words, and this run.
  init(_ events: [JournalEntry.Event], since: String? = nil) {
    var counts: [String: Int] = [:]
    var tables: [String] = []
    var others: [String] = []
    func add(_ other: String) { if !others.contains(other) { others.append(other) } }
    for event in events {
      switch event {
      case .row(let table, let row):
        let deed =
          switch row.kind {
          case .inserted: "added"
          case .updated: "updated"
          case .deleted: "deleted"
          }
        counts[deed, default: 0] += 1
        // The rows of a table follow each other.
        if tables.last != table.name { tables.append(table.name) }
      case .schema: add("structure changed")
      case .note(_, .exchange), .note(_, .sameSchema), .commit: break
      case .note: add("not all rows known")
      }
    }
    let deeds = ["added", "updated", "deleted"].compactMap { deed in counts[deed].map { "\($0.groupedDigits) \(deed)" }
    }
    let rows = deeds.isEmpty ? [] : ["\(deeds.joined(separator: ", ")) in \(tables.inWords(atMost: Self.mostTables))"]
    text = (since.map { "since \($0): " } ?? "") + (rows + others).joined(separator: "; ")
  }

  /// The most tables that are named.
  private static let mostTables = 3
}
