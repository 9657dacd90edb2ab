// The list by commits: which lines belong together, which are hidden, and how many the person has not seen.
//
//   fold ──> the lines leave the list's table, their summary stays ──> fold again ──> they come back
import Databases
import Locks
import Observing

extension ChangeJournal {
  /// The number of the kept changes. Tracked.
  public var changeCount: Int {
    stamp.access()
    return state.withLock { $0.entries.count - $0.counts.summaries }
  }

  /// The number of other programs' changes since the last `noteSeen`. Tracked.
  public var unseenCount: Int {
    newsStamp.access()
    return state.withLock { $0.counts.others - $0.counts.seen }
  }

  /// The number of other programs' changes to a table since the last `noteSeen(in:)`. Tracked.
  public func unseenCount(in table: String) -> Int {
    newsStamp.access()
    return state.withLock { $0.counts.unseen[table.lowercasedASCII] ?? 0 }
  }

  /// The person has seen the table.
  public func noteSeen(in table: String) {
    state.withLock { if !$0.counts.unseen.isEmpty { $0.counts.unseen[table.lowercasedASCII] = nil } }
  }

  /// The person has seen all tables.
  public func noteTablesSeen() { state.withLock { $0.counts.unseen = [:] } }

  /// The person has seen all changes.
  public func noteSeen() { state.withLock { $0.counts.seen = $0.counts.others } }

  /// Hides the lines of the commit of an entry in the list, or shows them again. Returns the number of the commit's
  /// summary; nil if the commit has none.
  public func fold(at id: Int) async -> Int? {
    let summary = state.withLock { state -> Int? in
      guard let place = state.place(of: id) else { return nil }
      let commit = state.commit(at: place)
      guard let summary = commit.last, summary.isSummary else { return nil }
      state.folds.toggle(summary.id, hiding: commit[commit.startIndex].id..<summary.id)
      return summary.id
    }
    guard let summary else { return nil }
    stamp.noteChange()
    list()
    // The fold may come behind a write that was in progress.
    for _ in 0..<2 { await state.withLock(\.listing)?.value }
    return summary
  }

  /// The first line, in a list with the newest change first, of the commit after that of an entry. For `newer` it is
  /// the first line of the entry's own commit, unless the entry is that line. Nil if there is none.
  public func commit(from id: Int, newer: Bool) -> Int? {
    state.withLock { state in
      guard let place = state.place(of: id) else { return nil }
      let own = state.commit(at: place)
      if newer, own.endIndex - 1 > place { return state.entries[own.endIndex - 1].id }
      guard newer else { return own.startIndex > 0 ? state.entries[own.startIndex - 1].id : nil }
      guard own.endIndex < state.entries.endIndex else { return nil }
      return state.commit(at: own.endIndex).last?.id
    }
  }
}

extension ChangeJournal.State {
  /// Numbers for the title and the bottom line.
  struct Counts {
    /// How many of the kept entries are summaries.
    var summaries = 0
    /// How many changes other programs have made, and how many of these the person has seen.
    var (others, seen) = (0, 0)
    /// How many changes other programs have made to each table since the person looked there.
    var unseen: [String: Int] = [:]

    mutating func add(_ entry: JournalEntry) {
      if entry.isSummary {
        summaries += 1
      } else if !entry.isOwn {
        others += 1
        if let table = entry.tableOfRows { unseen[table.lowercasedASCII, default: 0] += 1 }
      }
    }
  }

  /// The commits whose lines the list hides, each by the number of its summary, with the numbers of the lines.
  struct Folds {
    /// The commits that the person has folded, and the commits that the list hides.
    fileprivate(set) var (wanted, listed): ([Int: Range<Int>], [Int: Range<Int>]) = ([:], [:])

    /// Whether the list shows what the person wants.
    var areListed: Bool { wanted == listed }

    fileprivate mutating func toggle(_ summary: Int, hiding lines: Range<Int>) {
      wanted[summary] = wanted[summary] == nil ? lines : nil
    }

    fileprivate mutating func forget(before first: Int) {
      if wanted.isEmpty, listed.isEmpty { return }
      (wanted, listed) = (wanted.filter { $0.key >= first }, listed.filter { $0.key >= first })
    }
  }

  /// Hides lines; the summary of their commit is the next entry.
  mutating func hide(_ lines: Range<Int>) { folds.toggle(lines.upperBound, hiding: lines) }

  /// The list may have later entries already: shows the first ones of all too.
  mutating func showFirst(_ count: Int) {
    if lastListed > 0 { folds.listed[firstID + count - 1] = firstID..<firstID + count }
  }

  /// All kept entries of the commit of the entry at a place.
  func commit(at place: Int) -> ArraySlice<JournalEntry> {
    let commit = entries[place].commit
    let first = entries[..<place].lastIndex { $0.commit != commit }.map { $0 + 1 } ?? 0
    return entries[first..<(entries[place...].firstIndex { $0.commit != commit } ?? entries.endIndex)]
  }

  /// Takes what the list does not show yet.
  mutating func takeUnlisted() -> ChangeJournal.Unlisted {
    folds.forget(before: firstID)
    let (wanted, listed) = (folds.wanted, folds.listed)
    let unlisted = ChangeJournal.Unlisted(
      first: firstID, new: Array(entries.suffix(max(0, min(entries.count, lastID - lastListed)))),
      hidden: wanted.filter { listed[$0.key] == nil }.map(\.value),
      shown: listed.filter { wanted[$0.key] == nil }.flatMap { $0.value.compactMap { entry($0) } })
    (lastListed, folds.listed) = (lastID, wanted)
    return unlisted
  }
}

extension ChangeJournal {
  /// What the list does not show yet.
  struct Unlisted {
    /// The number of the first kept entry.
    let first: Int
    /// The entries that it never had.
    let new: [JournalEntry]
    /// The entries to hide, and those to show again.
    let hidden: [Range<Int>], shown: [JournalEntry]
  }
}
