// The net changes between two moments: each record that differs, once.
//
//   the entries between two commits ──> those of one record combined ──> by table: its rows, and a summary with counts
//                                                                          └──> a journal of its own
import Databases
import Locks

/// The state of the file after a commit.
public struct FileMoment: Hashable, Sendable {
  /// The number of the commit since the file was opened; 0 for the beginning.
  public let commit: Int
  /// When Almanac saw it, in seconds since 1970; nil for the beginning of the list.
  public let seenAt: Double?
}

extension ChangeJournal {
  /// What a journal of net changes compares.
  struct NetChanges {
    /// The commits in words: `commits 4 to 9`.
    let title: String
    let first: FileMoment
    let last: FileMoment
    /// What the commits have changed in virtual tables.
    var modules: Reversal.ModuleRows = [:]
  }

  /// The moments whose differences the journal has; nil if it has all changes.
  public var moments: (first: FileMoment, last: FileMoment)? {
    state.withLock { state in state.net.map { ($0.first, $0.last) } }
  }

  /// The net changes between the moments of two entries, which are those after their commits, in any order. `other`: nil
  /// for the beginning of the list. Throws `CantRevert` if not all rows of the commits between them are known.
  public func netChanges(from id: Int, to other: Int?) throws(CantRevert) -> ChangeJournal {
    let (changes, entries, commits) = try state.withLock { state throws(CantRevert) in try state.between(id, other) }
    try Reversal.check(changes.title, entries)
    var rows: [Reversal.ChangedRow] = []
    for entry in entries { if case .row(let table, let row) = entry.event { rows.append((table, row)) } }
    var net = State()
    net.net = changes
    net.net?.modules = Self.modules(of: commits)
    // The list has the newest entry first.
    for changed in Self.tables(of: try Reversal.merged(rows)).reversed() {
      net.lastCommit += 1
      let order = RowOrder(changed)
      var events: [JournalEntry.Event] = order.exchangedCount > 0 ? [.note(table: changed.table.name, .exchange)] : []
      events += order.rows.map { .row(changed.table, $0) }
      let firstLine = net.lastID + 1
      net.append(
        events + [.commit(CommitSummary(events))], seenAt: changes.last.seenAt ?? 0, isOwn: false, forgetting: false)
      net.hide(firstLine..<net.lastID)
    }
    // The counts of several tables come first, then the rows of the unfolded ones.
    if net.lastCommit == 1 { net.folds = State.Folds() }
    net.lastAdded = net.lastCommit
    return ChangeJournal(net, of: self)
  }

  /// The rows by table, in the order of the names.
  private static func tables(of rows: [Reversal.ChangedRow]) -> [ChangedRows] {
    var tables: [ExactText: ChangedRows] = [:]
    for (table, row) in rows {
      tables[ExactText(table.name), default: ChangedRows(table, rows: [])].table = table
      tables[ExactText(table.name)]?.rows.append(row)
    }
    return tables.values.sorted { $0.table.name < $1.table.name }
  }

  /// The net changes of the rows in which modules store virtual tables; nil for a table with unknown ones.
  private static func modules(of commits: [Reversal.ModuleRows]) -> Reversal.ModuleRows {
    var modules: Reversal.ModuleRows = [:]
    for name in Set(commits.flatMap(\.keys)) {
      var rows: [Reversal.ChangedRow]? = []
      for case let changed? in commits.lazy.map({ $0[name] }) {
        if let changed { rows?.append(contentsOf: changed.flatMap { table in table.rows.map { (table.table, $0) } }) }
        if changed == nil { rows = nil }
      }
      modules[name] = .some(rows.flatMap { try? Reversal.merged($0) }.map(tables))
    }
    return modules
  }
}

extension ChangeJournal.State {
  /// The entries and the rows of modules of the commits between two moments.
  fileprivate func between(
    _ id: Int, _ other: Int?
  ) throws(CantRevert) -> (ChangeJournal.NetChanges, ArraySlice<JournalEntry>, [Reversal.ModuleRows]) {
    let places = [id, other].compactMap { $0.map { place(of: $0) } }
    guard let ends = places as? [Int], let newest = ends.max(), let oldest = ends.min() else {
      throw CantRevert(reason: "the list has forgotten one of the two moments")
    }
    let first = other == nil ? FileMoment(commit: lastLost, seenAt: nil) : entries[oldest].moment
    let last = entries[newest].moment
    guard last.commit <= lastAdded else {
      throw CantRevert(reason: "the list does not have all changes of commit \(last.commit) yet")
    }
    guard first.commit < last.commit else { throw CantRevert(reason: "both lines are of the same moment") }
    let next = first.commit + 1
    let title = next == last.commit ? "commit \(next)" : "commits \(next) to \(last.commit)"
    let start = entries.firstIndex { $0.commit > first.commit } ?? entries.endIndex
    let end = entries[newest...].firstIndex { $0.commit > last.commit } ?? entries.endIndex
    let modules = moduleRows.filter { $0.key > first.commit && $0.key <= last.commit }
    return (
      ChangeJournal.NetChanges(title: title, first: first, last: last), entries[start..<end],
      modules.sorted { $0.key < $1.key }.map(\.value)
    )
  }
}
