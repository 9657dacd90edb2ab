// What other programs change, counted for a person who hears it.
import AlmanacRecords
import Terminals

/// How many rows other programs have changed since the screen began, by table and kind.
struct HeardNews {
  private(set) var all: [SpokenNews] = []
  /// The last counted entry; `nil` before the first call.
  private var last: Int?

  /// Counts what is new in the journal.
  mutating func follow(_ journal: ChangeJournal?) {
    guard let journal else { return }
    let newest = journal.lastID
    defer { last = newest }
    guard let last, newest > last else { return }
    // As many entries are counted as a person can take for a number.
    for entry in journal.entries(after: last, atMost: 100_000, where: { !$0.isOwn && $0.id <= newest }).reversed() {
      guard let deed = entry.deed else { continue }
      if let index = all.firstIndex(where: { $0.deed == deed }) {
        all[index].count += 1
      } else {
        all.append(SpokenNews(deed, count: 1))
      }
    }
  }
}

extension JournalEntry {
  /// What has happened, behind a number; `nil` of what only sums up others.
  fileprivate var deed: String? {
    let place = table.map { " in \($0)" } ?? ""
    switch event {
    case .row: return (ChangeSign(rawValue: sign)?.verb ?? "changed") + place
    case .schema: return "change of the schema"
    case .note: return "change" + place
    case .commit: return nil
    }
  }
}

extension ChangeSign {
  /// The sign as a word.
  var verb: String {
    switch self {
    case .added: "added"
    case .changed: "updated"
    case .deleted: "deleted"
    case .unknown: "changed"
    }
  }
}
