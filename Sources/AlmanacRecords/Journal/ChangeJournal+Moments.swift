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
    let sides: Sides
    /// What the commits have changed in virtual tables.
    var modules: Reversal.ModuleRows = [:]
  }

  /// The two sides whose differences a journal can have.
  public enum Sides: Sendable {
    /// The states of the file after two commits.
    case moments(FileMoment, FileMoment)
    /// The file, and another one with this name.
    case otherFile(String)
  }

  /// The sides whose differences the journal has; nil if it has all changes.
  public var sides: Sides? { state.withLock { $0.net?.sides } }

  /// The name of the file with which this one is compared; nil if the journal has no such differences.
  public var otherFile: String? { if case .otherFile(let name)? = sides { name } else { nil } }

  /// The net changes between the moments of two entries, which are those after their commits, in any order. `other`: nil
  /// for the beginning of the list. Throws `CantRevert` if not all rows of the commits between them are known.
  public func netChanges(from id: Int, to other: Int?) throws(CantRevert) -> ChangeJournal {
    let (changes, last, entries, commits) = try state.withLock { state throws(CantRevert) in
      try state.between(id, other)
    }
    try Reversal.check(changes.title, entries)
    var rows: [Reversal.ChangedRow] = []
    for entry in entries { if case .row(let table, let row) = entry.event { rows.append((table, row)) } }
    var net = State()
    net.net = changes
    net.net?.modules = Self.modules(of: commits)
    // The list has the newest entry first.
    for changed in Self.tables(of: try Reversal.merged(rows)).reversed() {
      let order = RowOrder(changed)
      let exchange: [JournalEntry.Event] = order.exchangedCount > 0 ? [.note(table: changed.table.name, .exchange)] : []
      net.appendTable(exchange + order.rows.map { .row(changed.table, $0) }, seenAt: last.seenAt ?? 0)
    }
    net.endTables()
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
  /// Adds the net changes of a table. Its lines are hidden: the counts of several tables come first, then the rows of
  /// the unfolded ones. A single line that is of no row is its own summary.
  mutating func appendTable(_ events: [JournalEntry.Event], seenAt: Double) {
    lastCommit += 1
    let isOfRows = events.contains { if case .row = $0 { true } else { false } }
    if events.count == 1, !isOfRows {
      return append(events, seenAt: seenAt, isOwn: false, forgetting: false)
    }
    let firstLine = lastID + 1
    append(events + [.commit(CommitSummary(events))], seenAt: seenAt, isOwn: false, forgetting: false)
    hide(firstLine..<lastID)
  }

  /// All tables have been added.
  mutating func endTables() {
    if lastCommit == 1 { folds = Folds() }
    lastAdded = lastCommit
  }

  /// The entries and the rows of modules of the commits between two moments.
  fileprivate func between(
    _ id: Int, _ other: Int?
  ) throws(CantRevert) -> (ChangeJournal.NetChanges, FileMoment, ArraySlice<JournalEntry>, [Reversal.ModuleRows]) {
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
      ChangeJournal.NetChanges(title: title, sides: .moments(first, last)), last, entries[start..<end],
      modules.sorted { $0.key < $1.key }.map(\.value)
    )
  }
}
