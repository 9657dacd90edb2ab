// The changes that any program makes while the file is open.
//
//   batch ──> entries, the oldest are dropped first
//               └──> if the screen of changes was opened: rows of a temporary database, which a list observes
import Activities
public import Databases
import LiveQueries
import Locks
import Observing

/// The changes of one file since it was opened, in memory; the oldest are dropped first. Or the net changes between two
/// moments, which stay as they are.
public final class ChangeJournal: Sendable {
  struct State {
    /// The kept entries, in order.
    var entries: [JournalEntry] = []
    /// The numbers of each record's entries.
    var history: [RecordKey: [Int]] = [:]
    var byteCount = 0
    var lastID = 0
    var lastCommit = 0
    var counts = Counts()
    /// Whether the oldest entries have been dropped.
    var hasForgotten = false
    /// The number of the last commit that may have lost entries, and of the last one whose entries are all added.
    var (lastLost, lastAdded) = (0, 0)
    /// SQLite's count of the file's commits after the last one; nil before the first, and if nothing counts them.
    var fileCommit: UInt32?
    /// What the kept commits have changed in virtual tables, by commit.
    var moduleRows: [Int: Reversal.ModuleRows] = [:]
    /// The database with the table `Change` of the list; nil until it is requested.
    var database: SQLiteConnection?
    /// The number of the last entry written to the database.
    var lastListed = 0
    /// The commits whose lines the list hides.
    var folds = Folds()
    /// The write to the database that is in progress.
    var listing: Task<Void, Never>?
    /// What the journal compares, if it has the net changes between two moments.
    var net: NetChanges?

    /// The number of the last commit before this run.
    var commitsBefore = 0
    /// Whether the commits before this run are still to come.
    var isBeginningAwaited = false
    /// SQLite's count of the file's commits before the first one of this run; nil until it comes.
    var firstFileCommit: UInt32?
    /// Whether this run has seen no commit yet.
    var isAtStart: Bool { fileCommit == nil && lastCommit == commitsBefore }
    /// The number of the first entry that is or will be kept.
    var firstID: Int { entries.first?.id ?? lastID + 1 }
  }

  /// A record, by the name of its table in lower case and its identity.
  struct RecordKey: Hashable {
    var table: String
    var id: RecordID
  }

  let state = Lock(State())
  /// Tracks the number of unseen changes only.
  let newsStamp = ChangeStamp()
  private let subscription = Lock<ChangeSubscription?>(nil)
  let stamp = ChangeStamp()
  /// Tracks `hasForgotten` only: the title reads it, and a commit must not redraw the title.
  private let forgottenStamp = ChangeStamp()
  let now: @Sendable () -> Double
  let connection: SQLiteConnection
  /// The meanings of the columns of the file's tables, and the time zone for moments.
  private let meanings: FileMeanings
  let zone: CivilZone
  private let activity: Activity

  /// The most bytes of entries that are kept. The list of changes takes about as much again, in a temporary file.
  public static let byteLimit = 32 << 20

  /// The most changes returned for a record.
  static let historyLimit = 100
  /// The most of the newest changes that are examined for the meaning of a column.
  static let rowsLookedAt = 100
  /// The most events of a commit that are added in one go.
  private static let eventsAtOnce = 1_000

  /// Observes the commits to a file from now on. `now` returns seconds since 1970, on any thread. `commitsBefore`: how many
  /// commits before this run `begin` adds.
  public init(
    following connection: SQLiteConnection, meanings: FileMeanings = FileMeanings(), zone: CivilZone = .utc,
    commitsBefore: Int = 0, now: @escaping @Sendable () -> Double
  ) {
    (self.connection, self.meanings, self.zone, self.now) = (connection, meanings, zone, now)
    activity = connection.activity
    if commitsBefore > 0 {
      state.withLock { state in
        state.lastID = Self.lastRememberedID
        (state.commitsBefore, state.lastCommit, state.isBeginningAwaited) = (commitsBefore, commitsBefore, true)
        (state.lastAdded, state.lastLost) = (commitsBefore, commitsBefore)
      }
    }
    let subscription = connection.subscribe { [weak self] in self?.note($0) }
    self.subscription.withLock { $0 = subscription }
  }

  /// Keeps net changes of the file of another journal.
  init(_ net: State, of journal: ChangeJournal) {
    (connection, meanings, zone, now) = (journal.connection, journal.meanings, journal.zone, journal.now)
    activity = journal.activity
    state.withLock { $0 = net }
  }

  // MARK: Entries

  /// A kept entry; nil if it was dropped.
  public func entry(_ id: Int) -> JournalEntry? { state.withLock { $0.entry(id) } }

  /// The words of a kept entry on one line; nil if it was dropped.
  public func words(of id: Int) -> ChangeText? {
    guard let entry = entry(id) else { return nil }
    var words = entry.words(ValueReading(entry.table.flatMap { meanings[$0] }, zone))
    if entry.isSummary { words.isFolded = state.withLock { $0.folds.wanted[id] != nil } }
    return words
  }

  /// The newest kept changes of a record. Tracked.
  public func history(of id: RecordID, in table: String) -> RecordHistory {
    stamp.access()
    return state.withLock { state in
      let all = state.history[RecordKey(table: table.lowercasedASCII, id: id)] ?? []
      let newest = all.suffix(Self.historyLimit).reversed().compactMap { state.entry($0) }
      return RecordHistory(newest: newest, olderCount: all.count - newest.count)
    }
  }

  /// The newest kept entries after `first` that meet a condition, the newest first; at most `limit`.
  public func entries(after first: Int, atMost limit: Int, where isWanted: (JournalEntry) -> Bool) -> [JournalEntry] {
    state.withLock { state in
      Array(state.entries.reversed().lazy.prefix { $0.id > first }.filter(isWanted).prefix(limit))
    }
  }

  /// The number of the newest entry.
  public var lastID: Int { state.withLock(\.lastID) }

  /// Whether another program has deleted a record that existed when the newest entry was `since`. Nil if no commit
  /// since then that changed the record is known yet: rows may be read before the report of their commit arrives here.
  public func isDeletedElsewhere(_ id: RecordID, in table: String, since: Int) -> Bool? {
    state.withLock { state in
      let last = state.history[RecordKey(table: table.lowercasedASCII, id: id)]?.last.flatMap { state.entry($0) }
      guard let last else { return nil }
      if last.sign == "-" { return !last.isOwn }
      // If the last known change is another program's, a deletion may still follow.
      return last.isOwn && last.id > since ? false : nil
    }
  }

  /// Whether another program has changed a record after the entry `since`; nil if no commit that changed it since is
  /// known yet.
  public func isChangedElsewhere(_ id: RecordID, in table: String, since: Int) -> Bool? {
    state.withLock { state in
      let entries = state.history[RecordKey(table: table.lowercasedASCII, id: id)] ?? []
      let new = entries.reversed().prefix { $0 > since }.compactMap { state.entry($0) }
      return new.isEmpty ? nil : new.contains { !$0.isOwn }
    }
  }

  /// Whether commits of other programs have deleted a record and added another one with the same identity since this
  /// program changed it last, and after the entry `since`. It knows only of kept entries.
  public func isReplacedElsewhere(_ id: RecordID, in table: String, since: Int = 0) -> Bool {
    state.withLock { state in
      // A record does not tell which commits were this program's.
      let since = state.commitsBefore > 1 ? max(since, Self.lastRememberedID) : since
      let entries = (state.history[RecordKey(table: table.lowercasedASCII, id: id)] ?? []).filter { $0 > since }
      let others = entries.compactMap { state.entry($0) }.reversed().prefix { !$0.isOwn }
      return others.first?.sign != "-" && others.contains { $0.sign == "-" }
    }
  }

  /// Tracks the entries, so that the observer runs after each commit.
  public func trackEntries() { stamp.access() }

  /// The history of the record that an entry is about, also if it is an entry of net changes. Tracked.
  public func history(ofRecordChangedBy entry: JournalEntry?) -> RecordHistory {
    guard let entry, let id = entry.recordIDs.last, let table = entry.table else { return RecordHistory() }
    return history(of: id, in: table)
  }

  /// Whether the oldest entries have been dropped. Tracked.
  public var hasForgotten: Bool {
    forgottenStamp.access()
    return state.withLock(\.hasForgotten)
  }

  /// Drops all entries.
  public func clear() {
    state.withLock { state in
      (state.entries, state.history, state.byteCount, state.hasForgotten) = ([], [:], 0, false)
      (state.counts.summaries, state.folds) = (0, State.Folds())
      // Some entries of the last commit may still come.
      (state.moduleRows, state.lastLost, state.isBeginningAwaited) = ([:], state.lastCommit, false)
    }
    forgottenStamp.noteChange()
    stamp.noteChange()
    list()
  }

  /// Called on the thread that publishes the batch, so that its work does not delay a key.
  private func note(_ batch: ChangeBatch) {
    let time = now()
    state.withLock { state in
      if state.firstFileCommit == nil, let count = batch.commit {
        state.firstFileCommit = count &- UInt32(truncatingIfNeeded: batch.commitCount + batch.ownCommitCount)
      }
      state.lastCommit += batch.commitCount
      state.add(batch.tables.filter(\.value.countsShadowRows).mapValues(\.shadowRows), of: state.lastCommit)
    }
    var isFirstForgotten = false
    var rest = JournalEntry.events(of: batch)[...]
    while !rest.isEmpty {
      // The screen may be waiting for the lock.
      state.withLock { state in
        let hadForgotten = state.hasForgotten
        state.append(rest.prefix(Self.eventsAtOnce), seenAt: time, isOwn: batch.origin == .own)
        if state.hasForgotten, !hadForgotten { isFirstForgotten = true }
      }
      rest = rest.dropFirst(Self.eventsAtOnce)
    }
    state.withLock { ($0.lastAdded, $0.fileCommit) = ($0.lastCommit, batch.commit) }
    if isFirstForgotten { forgottenStamp.noteChange() }
    if batch.origin != .own { newsStamp.noteChange() }
    stamp.noteChange()
    list()
  }

  // MARK: The list

  /// The database whose table `Change` has the rows of the list; nil until it is requested.
  public var database: SQLiteConnection? { state.withLock(\.database) }

  /// The same database, created on the first request. Then it has all present entries: only later ones are news.
  public func listedDatabase() async throws -> SQLiteConnection {
    if let database { return database }
    var configuration = SQLiteConnection.Configuration()
    configuration.activity = activity
    let opened = try await SQLiteConnection.open(storage: .temporary, configuration: configuration)
    try await opened.write { try $0.execute(ListedTable.changesSchema) }
    let database = state.withLock { state in
      // Another call may have been first.
      state.database = state.database ?? opened
      return state.database ?? opened
    }
    if database !== opened { await opened.close() }
    list()
    await state.withLock(\.listing)?.value
    return database
  }

  /// Brings the list up to date, one write at a time.
  func list() {
    state.withLock { state in
      guard let database = state.database, state.listing == nil else { return }
      let work = state.takeUnlisted()
      activity.begin()
      state.listing = Task {
        await write(work, to: database)
        activity.end()
      }
    }
  }

  /// Brings the list in the database up to date.
  private func write(_ work: Unlisted, to database: SQLiteConnection) async {
    // If the file can't be read now, the known meanings are used.
    let changed = meanings.undecided(among: work.new)
    if !changed.isEmpty {
      try? await connection.read { [meanings] db in
        for change in changed { try meanings.learn(change.table, rows: change.rows, db) }
      }
    }
    // A write to a temporary database fails only if the disk is full: then the list lacks these entries.
    try? await database.write { [meanings, zone] db in
      try db.deleteEntries(0..<work.first)
      try db.insert(work.new, meanings, zone)
      for lines in work.hidden { try db.deleteEntries(lines) }
      try db.insert(work.shown, meanings, zone)
    }
    let isBehind = state.withLock { state in
      state.listing = nil
      return state.lastListed != state.lastID || state.firstID != work.first || !state.folds.areListed
    }
    if isBehind { list() }
  }
}

extension ChangeJournal.State {
  func entry(_ id: Int) -> JournalEntry? { place(of: id).map { entries[$0] } }

  func place(of id: Int) -> Int? {
    let place = id - firstID
    return entries.indices.contains(place) ? place : nil
  }

  /// Adds the events of the last commit.
  mutating func append(
    _ events: some Sequence<JournalEntry.Event>, seenAt: Double, isOwn: Bool, forgetting: Bool = true
  ) {
    for event in events {
      lastID += 1
      let entry = JournalEntry(id: lastID, seenAt: seenAt, commit: lastCommit, isOwn: isOwn, event: event)
      byteCount += entry.byteCount
      entries.append(entry)
      counts.add(entry)
      for key in entry.recordKeys { history[key, default: []].append(lastID) }
    }
    if forgetting { forgetOldest() }
  }

  /// Drops the oldest eighth at once, so that this happens seldom.
  private mutating func forgetOldest() {
    guard byteCount > ChangeJournal.byteLimit else { return }
    var count = 0
    var forgotten: [ChangeJournal.RecordKey: Int] = [:]
    while byteCount > ChangeJournal.byteLimit / 8 * 7, count < entries.count {
      byteCount -= entries[count].byteCount
      for key in entries[count].recordKeys { forgotten[key, default: 0] += 1 }
      if entries[count].isSummary { counts.summaries -= 1 }
      count += 1
    }
    for (key, count) in forgotten {
      if history[key]?.count == count { history[key] = nil } else { history[key]?.removeFirst(count) }
    }
    if count > 0 { lastLost = entries[count - 1].commit }
    entries.removeFirst(count)
    // What is still to come of the last commit needs no rows of virtual tables any more: the commit is not whole.
    for (commit, rows) in moduleRows where commit <= lastLost {
      byteCount -= rows.byteCount
      moduleRows[commit] = nil
    }
    hasForgotten = true
  }
}

extension ChangeJournal: Equatable {
  public static func == (a: ChangeJournal, b: ChangeJournal) -> Bool { a === b }
}

extension JournalEntry {
  /// The possible identities of the record: the rowid, and the values of the key.
  fileprivate var recordIDs: [RecordID] {
    guard case .row(let table, let row) = event else { return [] }
    let key = row.values(of: table.key, in: table).map { RecordID.key($0.map(\.asKey)) }
    return [row.rowID.map(RecordID.rowID), key].compactMap(\.self)
  }

  var recordKeys: [ChangeJournal.RecordKey] {
    let table = (table ?? "").lowercasedASCII
    return recordIDs.map { ChangeJournal.RecordKey(table: table, id: $0) }
  }
}
