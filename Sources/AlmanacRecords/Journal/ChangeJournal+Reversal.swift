// What the journal knows for reverts: whole commits, or some of their changes.
import Databases
import Locks

extension ChangeJournal {
  /// What a revert takes back. Throws `CantRevert` if the changes can't be reverted.
  public func reversal(of changes: RevertedChanges) throws(CantRevert) -> Reversal {
    let found = try state.withLock { state throws(CantRevert) in try state.found(changes) }
    return try Reversal(found.title, found.entries, found.modules)
  }

  /// Whether this program has made the commit of an entry, and the commit has changed what `change` changes.
  public func isOwnCommit(of id: Int, making change: BookChange) -> Bool {
    guard entry(id)?.isOwn == true,
      let found = try? state.withLock({ state throws(CantRevert) in try state.found(.commit(of: id)) })
    else { return false }
    // Search indexes follow the rows: the commit may list their rows as unknown.
    let rows = found.entries.filter { if case .row = $0.event { true } else { false } }
    return (try? Reversal(found.title, rows, [:]))?.takesBack(change) ?? false
  }
}

extension ChangeJournal.State {
  fileprivate typealias Found = (title: String, entries: [JournalEntry], modules: Reversal.ModuleRows)

  fileprivate func found(_ changes: RevertedChanges) throws(CantRevert) -> Found {
    switch changes {
    case .commit where net != nil: return wholeNet
    case .commit(let id):
      guard let place = place(of: id) else { throw CantRevert(reason: "the list has forgotten this change") }
      return try wholeCommit(at: place)
    case .entries(let ids):
      let lines = try lines(of: ids)
      if let net, !net.modules.isEmpty {
        if lines.map(\.id) == wholeNet.entries.map(\.id) { return wholeNet }
        throw CantRevert(reason: "\(net.title) changed a search index too: revert all of it, without marks")
      }
      for number in Set(lines.map(\.commit)) where moduleRows[number] != nil {
        // Only all rows of a commit belong to what it has changed in virtual tables.
        let whole = try place(of: lines[0].id).map { place throws(CantRevert) in try wholeCommit(at: place) }
        if let whole, whole.entries.map(\.id) == lines.map(\.id) { return whole }
        throw CantRevert(
          reason: "commit \(number) changed a search index too: R in the list of changes reverts all of it")
      }
      return (lines.count.counted("line"), lines, [:])
    }
  }

  /// The entries with these numbers in their order, with all lines of a commit for its summary.
  func lines(of ids: Set<Int>) throws(CantRevert) -> [JournalEntry] {
    var all = ids
    for place in ids.compactMap({ place(of: $0) }) where entries[place].isSummary {
      all.remove(entries[place].id)
      all.formUnion(try wholeCommit(at: place).entries.lazy.map(\.id))
    }
    let lines = all.sorted().compactMap { entry($0) }
    guard lines.count == all.count else {
      throw CantRevert(reason: "the list has forgotten some of these changes")
    }
    return lines
  }

  /// All that the journal shows, if it is of two moments.
  private var wholeNet: Found { (net?.title ?? "", entries.filter { !$0.isSummary }, net?.modules ?? [:]) }

  /// The whole commit of the entry at a place.
  private func wholeCommit(at place: Int) throws(CantRevert) -> Found {
    let commit = entries[place].commit
    guard commit > lastLost else {
      throw CantRevert(reason: "the list has forgotten other changes of commit \(commit)")
    }
    guard commit <= lastAdded else {
      throw CantRevert(reason: "the list does not have all changes of commit \(commit) yet")
    }
    return ("commit \(commit)", self.commit(at: place).filter { !$0.isSummary }, moduleRows[commit] ?? [:])
  }

  /// Adds what a commit has changed in virtual tables.
  mutating func add(_ rows: Reversal.ModuleRows, of commit: Int) {
    guard !rows.isEmpty else { return }
    moduleRows[commit] = rows
    byteCount += rows.byteCount
  }
}

extension Reversal.ModuleRows {
  /// The approximate size in bytes.
  var byteCount: Int {
    values.reduce(0) { $0 + ($1 ?? []).reduce(0) { $0 + $1.rows.reduce(0) { $0 + $1.byteCount } } }
  }
}
