// The rows of a table that have changed since a moment, as they were then.
//
//   [  the rows of the commit before its moment become what they were before it
//   ]  the rows of the commit after it become what they were after it, or as they are now if none changed them since
//   a read  the commits that the journal has heard of since are added; the snapshot must have the same commits
import Databases
import Dispatch
import Locks

/// The changed rows of one table.
final class PastRows: Sendable {
  private struct State {
    /// The commit after which the table is shown, and the last one whose changes are known here.
    var (moment, known) = (0, 0)
    /// What each record that has changed since was at the moment; nil if it was not there.
    var rows: [RecordID: [ExactValue]?] = [:]
    /// The number of the last change of `rows`, from 1, and the records of the latest ones.
    var version = 1
    var changed: [Int: [RecordID]] = [:]
    var subscription: ChangeSubscription?

    mutating func set(_ changes: [(id: RecordID, row: [ExactValue]?)]) {
      for (id, row) in changes { rows[id] = .some(row) }
      note(changes.map(\.id))
    }

    mutating func note(_ ids: [RecordID]) {
      version += 1
      changed[version] = ids
      changed[version - PastRows.keptVersions] = nil
    }
  }

  private let layout: PastLayout
  private let journal: ChangeJournal
  private let state: Lock<State>
  /// A batch of commits was published.
  private let news = DispatchSemaphore(value: 0)

  /// How many of the latest changes a reader can take over one by one.
  private static let keptVersions = 64
  /// How often and how long a read waits until the journal has the commits of its snapshot.
  private static let mostWaits = 50
  private static let longestWait = DispatchTimeInterval.milliseconds(200)

  /// Begins at the present moment.
  init(_ layout: PastLayout, of journal: ChangeJournal) {
    (self.layout, self.journal) = (layout, journal)
    let last = journal.state.withLock(\.lastAdded)
    var state = State()
    (state.moment, state.known) = (last, last)
    self.state = Lock(state)
  }

  /// Keeps the subscription that tells of batches.
  func keep(_ subscription: ChangeSubscription) { state.withLock { $0.subscription = subscription } }

  /// A batch was published, and the journal has it.
  func hear() { news.signal() }

  /// All commits up to this count of the file were published, or have changed no row.
  func settle(_ commit: UInt32) {
    journal.state.withLock { journal in
      if let last = journal.fileCommit, commit.isAfter(last) { journal.fileCommit = commit }
    }
  }

  // MARK: Moments

  func goBack() throws(CantLookBack) -> FileMoment {
    let layout = layout
    return try journal.state.withLock { journal throws(CantLookBack) in
      try state.withLock { state throws(CantLookBack) in
        try Self.catchUp(&state, journal, layout)
        let end = journal.firstPlace(after: state.moment)
        guard end > 0 else {
          throw CantLookBack(
            description: journal.isBeginningAwaited
              ? "what was changed before it was opened is still being read"
              : journal.lastLost > 0
                ? "the list of changes has forgotten what was before" : "this is how it was when it was opened")
        }
        let commit = journal.entries[end - 1].commit
        guard commit > journal.lastLost else {
          throw CantLookBack(description: "the list of changes has forgotten what was before")
        }
        let start = journal.firstPlace(after: commit - 1)
        let changes = try Self.changes(in: journal.entries[start..<end], layout)
        state.set(changes.map { ($0.id, $0.before) })
        state.moment = start > 0 ? journal.entries[start - 1].commit : journal.lastLost
        return journal.moment(state.moment)
      }
    }
  }

  func goOn() -> FileMoment? {
    let layout = layout
    return journal.state.withLock { journal in
      state.withLock { state in
        let start = journal.firstPlace(after: state.moment)
        guard start < journal.entries.endIndex else { return nil }
        let commit = journal.entries[start].commit
        let end = journal.firstPlace(after: commit)
        guard end < journal.entries.endIndex, (try? Self.catchUp(&state, journal, layout)) != nil,
          let changes = try? Self.changes(in: journal.entries[start..<end], layout)
        else { return nil }
        for (id, _, after) in changes {
          if journal.isChanged(id, of: layout, after: commit) {
            state.rows[id] = .some(after)
          } else {
            state.rows[id] = nil
          }
        }
        state.note(changes.map(\.id))
        state.moment = commit
        return journal.moment(commit)
      }
    }
  }

  /// Adds the commits that the journal has heard of since.
  private static func catchUp(
    _ state: inout State, _ journal: ChangeJournal.State, _ layout: PastLayout
  ) throws(CantLookBack) {
    guard state.known < journal.lastAdded else { return }
    guard state.known >= journal.lastLost else {
      throw CantLookBack(description: "the list of changes has forgotten what was before")
    }
    let (start, end) = (journal.firstPlace(after: state.known), journal.firstPlace(after: journal.lastAdded))
    let changes = try changes(in: journal.entries[start..<end], layout)
    // At the present moment nothing has changed since.
    if state.rows.isEmpty, state.moment == state.known {
      state.moment = journal.lastAdded
    } else {
      state.set(changes.filter { state.rows[$0.id] == nil }.map { ($0.id, $0.before) })
    }
    state.known = journal.lastAdded
  }

  private typealias Change = (id: RecordID, before: [ExactValue]?, after: [ExactValue]?)

  /// What entries have done to the records of the table, each once. Throws `CantLookBack` if that is not known.
  private static func changes(
    in entries: ArraySlice<JournalEntry>, _ layout: PastLayout
  ) throws(CantLookBack) -> [Change] {
    var changes: [Change] = []
    var places: [RecordID: Int] = [:]
    func add(_ id: RecordID, _ before: [ExactValue]?, _ after: [ExactValue]?) {
      if let place = places[id] {
        changes[place].after = after
      } else {
        places[id] = changes.count
        changes.append((id, before, after))
      }
    }
    for entry in entries {
      switch entry.event {
      case .row(let table, let row) where table.name.isSameName(as: layout.name):
        var (old, new): (PastRow?, PastRow?)
        if let before = row.before { old = try layout.row(before, row.rowID, of: table) }
        if let after = row.after { new = try layout.row(after, row.rowID, of: table) }
        if let old, let new, old.id == new.id {
          add(old.id, old.values, new.values)
          continue
        }
        if let old { add(old.id, old.values, nil) }
        if let new { add(new.id, nil, new.values) }
      case .note(_, .unknownCommit(let reason)):
        throw CantLookBack(description: "the rows of commit \(entry.commit) are not known: \(reason)")
      case .note(let name?, .unknownRows) where name.isSameName(as: layout.name):
        throw CantLookBack(description: "commit \(entry.commit) changed rows whose values are not known")
      case .note(_, .sameSchema) where layout.hasLooseRowIDs:
        throw CantLookBack(description: "commit \(entry.commit) may have given other rowids: VACUUM does that")
      case .schema(let change) where layout.isChanged(by: change):
        throw CantLookBack(description: "commit \(entry.commit) changed the structure: \(change.summary)")
      case .row, .note, .schema, .commit: break
      }
    }
    return changes
  }

  private typealias PastRow = (id: RecordID, values: [ExactValue])

  // MARK: Reads

  /// Brings the temporary table up to date at the beginning of a read, for exactly its snapshot.
  func enter(_ db: Database) throws {
    for _ in 0..<Self.mostWaits {
      guard let commit = try db.snapshotCommit() else {
        throw CantLookBack(description: "SQLite does not count the commits of this file")
      }
      let (last, isFirst) = journal.state.withLock { ($0.fileCommit, $0.isAtStart) }
      guard let last = last ?? (isFirst ? commit : nil) else {
        throw CantLookBack(description: "SQLite does not count the commits of this file")
      }
      guard last == commit else {
        if !commit.isAfter(last) {
          try db.renewSnapshot()
        } else {
          _ = news.wait(timeout: .now() + Self.longestWait)
        }
        continue
      }
      if try write(to: db, for: isFirst ? nil : last) { return }
    }
    throw CantLookBack(description: "other programs commit too often just now")
  }

  /// Returns false if the journal has heard of another commit meanwhile.
  private func write(to db: Database, for commit: UInt32?) throws -> Bool {
    let layout = layout
    let state = try journal.state.withLock { journal throws(CantLookBack) -> State? in
      guard journal.fileCommit == commit, journal.lastAdded == journal.lastCommit else { return nil }
      return try self.state.withLock { state throws(CantLookBack) in
        try Self.catchUp(&state, journal, layout)
        return state
      }
    }
    guard let state else { return false }
    var version = 0
    try db.runOnce("PRAGMA temp.user_version") { version = $0.integer(0) }
    if version == state.version { return true }
    try db.runOnce("PRAGMA query_only = OFF")
    defer { try? db.runOnce("PRAGMA query_only = ON") }
    if version == 0 { for statement in layout.statements { try db.runOnce(statement) } }
    var ids: Set<RecordID>? = []
    for number in stride(from: version + 1, through: state.version, by: 1) {
      if let changed = state.changed[number] { ids?.formUnion(changed) } else { ids = nil }
    }
    if version == 0 || ids == nil {
      try db.runOnce(layout.clearing)
      ids = Set(state.rows.keys)
    }
    for id in ids ?? [] {
      if let row = state.rows[id] {
        try db.internalRows(layout.insertion, exactly: layout.written(id, row)) { _ in }
      } else {
        try db.internalRows(layout.deletion, exactly: id.values) { _ in }
      }
    }
    try db.runOnce("PRAGMA temp.user_version = \(state.version)")
    return true
  }
}

extension ChangeJournal.State {
  /// The place of the first entry of the commits after one.
  func firstPlace(after commit: Int) -> Int {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].commit > commit { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The moment after a commit that has entries, or the beginning.
  func moment(_ commit: Int) -> FileMoment {
    let place = firstPlace(after: commit) - 1
    let seenAt = entries.indices.contains(place) && entries[place].commit == commit ? entries[place].seenAt : nil
    return FileMoment(commit: commit, seenAt: seenAt)
  }

  /// Whether a commit after `commit` has changed a record of a table.
  fileprivate func isChanged(_ id: RecordID, of layout: PastLayout, after commit: Int) -> Bool {
    var known = id
    if case .rowID = layout.identity, case .integer(let rowID)? = id.values.first { known = .rowID(rowID) }
    let key = ChangeJournal.RecordKey(table: layout.name.lowercasedASCII, id: known)
    return history[key]?.last.flatMap { entry($0) }.map { $0.commit > commit } ?? false
  }
}
