// What any program has changed before this run, commit by commit, from a record.
//
//   the end of the record ──> its commits ──> those that this run has not seen itself come before its own
import Databases
import Locks
import Observing

extension ChangeJournal {
  /// The most bytes of a record that are read.
  private static let recordLimit = 16 << 20

  /// Begins the list with the commits of a record. Call once, for a journal that was made after `record.number + 1`
  /// commits. Throws a sentence if the record can't be read, and as `read` does.
  public func begin(with record: RecordedCommits) async throws {
    // Without a record, the list begins as it was opened.
    defer { state.withLock { $0.endBeginning() } }
    let text = try record.end(Self.recordLimit)
    let (tables, count) = try await connection.read { (try RecordedTables($0), try $0.snapshotCommit()) }
    var reader = RecordedCommitReader(tables)
    try reader.read(text)
    // What the count says must be known.
    try await connection.lookForOutsideChanges()
    // The log's own count begins anew when no program has the file open.
    let isCounted = connection.rowSource == .copy || record.isKept()
    let time = now()
    state.withLock { state in
      // Commits of this run that were dropped already would be missing between.
      guard state.lastLost == state.commitsBefore, let first = state.firstFileCommit ?? count else { return }
      if isCounted { reader.drop(after: first) }
      var commits = reader.commits
      if commits.isEmpty { return }
      if let reason = reader.reasonOfGap(until: isCounted ? first : nil) {
        var gap = RecordedCommit(
          number: max(state.commitsBefore, (commits.last?.number ?? 0) + 1), events: [], seenAt: time)
        gap.noteGap(reason)
        commits.append(gap)
      }
      // A program may have gone on to record since this run began.
      let shift = max(0, (commits.last?.number ?? 0) - state.commitsBefore)
      for index in commits.indices { commits[index].number -= shift }
      state.insertFirst(commits.filter { $0.number > 0 }, modules: tables.modules)
    }
    newsStamp.noteChange()
    stamp.noteChange()
    list()
  }
}

extension ChangeJournal.State {
  /// What was before this run has come, or will not come.
  mutating func endBeginning() {
    if isBeginningAwaited, lastLost == commitsBefore { lastLost = 0 }
    isBeginningAwaited = false
  }

  /// Adds the newest commits of a record before all others, as many as there is room for.
  fileprivate mutating func insertFirst(_ commits: [RecordedCommit], modules: [String]) {
    var kept: [[JournalEntry]] = []
    var bytes = 0
    lastLost = 0
    for commit in commits.reversed() {
      let events = commit.events.count > 1 ? commit.events + [.commit(CommitSummary(commit.events))] : commit.events
      let entries = events.map { event in
        JournalEntry(id: 0, seenAt: commit.seenAt, commit: commit.number, isOwn: false, event: event)
      }
      bytes += entries.reduce(0) { $0 + $1.byteCount }
      if bytes > ChangeJournal.byteLimit / 2 {
        (lastLost, hasForgotten) = (commit.number, true)
        break
      }
      kept.append(entries)
      if !modules.isEmpty, events.contains(where: \.isRow) {
        add(Dictionary(modules.map { ($0, .none) }) { first, _ in first }, of: commit.number)
      }
    }
    let first = Array(kept.reversed().joined())
    guard let oldest = first.first?.commit else { return }
    lastLost = max(lastLost, oldest - 1)
    let unseen = counts.unseen
    insert(first)
    // The person may have seen them in an earlier run.
    counts.unseen = unseen
    counts.seen += first.count { !$0.isSummary }
  }
}

extension JournalEntry.Event {
  fileprivate var isRow: Bool { if case .row = self { true } else { false } }
}
