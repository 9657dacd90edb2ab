// What other programs have changed between two runs: the file is compared with a copy from the end of the last one.
//
//   the copy and the file ──> the rows that differ, as one commit ──> the first commit of the journal
import Databases
import Locks
import Observing

/// A copy of a file from the end of a run.
public struct RememberedFile: Sendable {
  /// The path of the copy.
  public let path: String
  /// When it was made, in seconds since 1970.
  public let madeAt: Double

  /// Names a copy.
  public init(path: String, madeAt: Double) { (self.path, self.madeAt) = (path, madeAt) }
}

/// The error that a copy can't be read, for this reason: it is of no use any more.
public struct UnreadableCopy: Error {
  /// The reason.
  public let reason: any Error
}

extension ChangeJournal {
  /// The most bytes of changed rows that are taken from a comparison.
  private static let rememberedByteLimit = byteLimit / 2

  /// The number of the entry before the first commit of this run. Entries of earlier changes come before it.
  static let lastRememberedID = 1 << 40

  /// Whether nothing has been committed since the file was remembered.
  public var isAsRemembered: Bool {
    state.withLock { $0.commitsBefore == 1 && $0.lastCommit == 1 && $0.lastLost == 0 && $0.entries.isEmpty }
  }

  /// Compares the file with a copy, and begins the list with what has changed since, as one commit. Call once, for a
  /// journal that was made with `begins`. Throws `UnreadableCopy`, and as `read` does if the file can't be read.
  public func begin(with copy: RememberedFile) async throws {
    defer { state.withLock { $0.isBeginningAwaited = false } }
    var configuration = SQLiteConnection.Configuration()
    (configuration.isReadOnly, configuration.watchesOtherProcesses) = (true, false)
    let old: SQLiteConnection
    do {
      old = try await SQLiteConnection.open(storage: .file(path: copy.path), configuration: configuration)
    } catch {
      throw error is CancellationError ? error : UnreadableCopy(reason: error)
    }
    do {
      _ = try await old.query("SELECT count(*) FROM sqlite_schema")
    } catch {
      await old.close()
      throw error is CancellationError ? error : UnreadableCopy(reason: error)
    }
    let batch: ChangeBatch
    do {
      batch = try await old.read(with: connection) { try Self.changes(from: $0, to: $1) }
    } catch {
      await old.close()
      throw error
    }
    await old.close()
    // What the comparison saw must be known, so that no row gets the value of a later commit.
    try await connection.lookForOutsideChanges()
    begin(with: batch, since: copy.madeAt)
  }

  /// The net changes between two files, as a commit.
  static func changes(from old: Database, to new: Database) throws -> ChangeBatch {
    let comparison = try FilesComparison(old, new)
    var batch = ChangeBatch(origin: .outside, schemaChanges: comparison.schemaChanges)
    batch.schemaChanged = !comparison.schemaChanges.isEmpty
    var byteCount = 0
    for table in comparison.tables {
      if let obstacle = table.obstacle {
        batch.gap = batch.gap ?? "those of \(table.name) can't be compared: \(obstacle)"
        continue
      }
      var changed = ChangedRows(table.table, rows: [])
      var change = TableChange()
      try comparison.eachChange(of: table) { row in
        byteCount += row.byteCount
        if byteCount <= rememberedByteLimit { changed.rows.append(row) }
        switch row.kind {
        case .inserted: change.inserted += 1
        case .updated: change.updated += 1
        case .deleted: change.deleted += 1
        }
      }
      if change == TableChange() { continue }
      let isKnown = byteCount <= rememberedByteLimit
      if let owner = table.owner?.lowercasedASCII {
        let former = batch.tables[owner] ?? TableChange(countsShadowRows: true)
        change.countsShadowRows = true
        change.inserted += former.inserted
        change.updated += former.updated
        change.deleted += former.deleted
        let isFirst = batch.tables[owner] == nil
        change.shadowRows =
          isKnown && (isFirst || former.shadowRows != nil) ? (former.shadowRows ?? []) + [changed] : nil
        batch.tables[owner] = change
      } else {
        change.rows = isKnown ? changed : nil
        batch.tables[table.name.lowercasedASCII] = change
      }
    }
    return batch
  }

  /// Begins the list with the changes before this run.
  private func begin(with batch: ChangeBatch, since: Double) {
    let events = batch.isEmptyComparison ? [] : JournalEntry.events(of: batch)
    let time = now()
    let modules = batch.tables.filter(\.value.countsShadowRows).mapValues(\.shadowRows)
    state.withLock { state in
      // Commits of this run that were dropped already would be missing between.
      guard state.lastLost == 1 else { return }
      state.lastLost = 0
      if events.isEmpty { return }
      state.insertFirst(
        events.filter { !$0.isSummary }, modules, since: zone.shortText(of: since, at: time), seenAt: time)
    }
    newsStamp.noteChange()
    stamp.noteChange()
    list()
  }
}

extension ChangeJournal.State {
  /// Whether the commits so far have changed known rows of tables, and nothing else: then a row of the comparison can be
  /// taken back to what it was before them.
  private var knowsOwnRows: Bool {
    lastAdded == lastCommit && moduleRows.isEmpty
      && entries.allSatisfy { entry in
        switch entry.event {
        case .row, .commit, .note(_, .exchange), .note(_, .sameSchema): true
        case .schema, .note: false
        }
      }
  }

  /// Adds the first commit before all others. A row that this run has seen changed was as that change found it.
  fileprivate mutating func insertFirst(
    _ events: [JournalEntry.Event], _ modules: [String: [ChangedRows]?], since: String, seenAt time: Double
  ) {
    var first: [JournalEntry] = []
    func entry(_ event: JournalEntry.Event) -> JournalEntry {
      JournalEntry(id: 0, seenAt: time, commit: 1, isOwn: false, event: event)
    }
    if !knowsOwnRows {
      let reason = "other programs changed more than known rows while the files were compared"
      first.append(entry(.note(table: nil, .unknownCommit(reason))))
    }
    for event in events {
      var entry = entry(event)
      if case .row(let table, var row) = event,
        let later = entry.recordKeys.compactMap({ history[$0]?.first }).min(),
        case .row(let laterTable, let change)? = self.entry(later)?.event, laterTable.columns == table.columns
      {
        row.after = change.before
        if row.before == row.after { continue }
        entry.event = .row(table, row)
      }
      first.append(entry)
    }
    if first.isEmpty { return }
    add(modules, of: 1)
    first.append(entry(.commit(CommitSummary(first.map(\.event), since: since))))
    insert(first)
  }

  /// Adds entries before all others.
  mutating func insert(_ entries: [JournalEntry]) {
    var first = entries
    let last = firstID - first.count
    for index in first.indices {
      first[index].id = last + index
      byteCount += first[index].byteCount
      counts.add(first[index])
    }
    for entry in first.reversed() {
      for key in entry.recordKeys { history[key, default: []].insert(entry.id, at: 0) }
    }
    self.entries.insert(contentsOf: first, at: 0)
    showFirst(first.count)
  }
}

extension ChangeBatch {
  /// Whether nothing differs between the compared files.
  var isEmptyComparison: Bool { gap == nil && tables.isEmpty && !schemaChanged }
}

extension JournalEntry.Event {
  fileprivate var isSummary: Bool { if case .commit = self { true } else { false } }
}
