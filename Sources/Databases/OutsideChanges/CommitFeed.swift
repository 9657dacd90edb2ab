// Turns others' commits to a file into batches.
//
//   the commit count has moved ─> RowFeed reads the written pages ─> a change set for each commit, without our own
//   ─> the records become rows with the columns of their tables ─> batches
//   the count has not moved, and the file was written, not by a checkpoint ─> once that pauses, the pages are compared

import CSQLite
import WriteAheadLogs

/// Follows the commits of one file.
///
/// Not Sendable: the lock of the detector that owns it protects it.
final class CommitFeed {
  private enum Phase {
    /// Only the commit count is known: following the rows takes a walk through the inner pages of each table.
    case counting(known: CommitCount?)
    /// The rows of each commit are read.
    case following
    /// The file can't be read. When it can be read again, anything may have changed.
    case failing
  }

  private let reads: HeldReads
  private let pages: ConnectionPages
  private let feed: RowFeed
  private let tables: StoredTables
  private var phase: Phase
  /// The counts after commits of the writer that no look has passed yet.
  private var own: Set<UInt32> = []
  /// The count after the commit of the writer's current transaction.
  private var expected: UInt32?
  private var lastNews = ContinuousClock.now
  /// SQLite's number of the state at the last look that could not read the file's header; nil if none could not.
  private var version: Int?
  /// Tracks writes of the file itself; nil if that is not possible.
  private let writes: FileWrites?
  /// The checkpoints' progress at the last look: they write the file, but change nothing.
  private var checkpoint: CheckpointMark?
  private var exclusion: ExclusionWatch

  /// How long a state is held after the last commit. While commits follow each other, no page of the state is
  /// overwritten before the next look.
  private static let holdingTime = Duration.milliseconds(300)

  /// Opens a connection, and reads the commit count. Throws `DatabaseError`.
  init(presence: FilePresence?, open: @escaping () throws -> Database) throws {
    let tables = StoredTables()
    let writes = presence.map(FileWrites.init)
    (self.tables, self.writes) = (tables, writes)
    reads = try HeldReads(open: open) {
      try tables.read($0)
      // SQLite's own writes are over now: another program makes the later ones.
      writes?.look()
    }
    pages = ConnectionPages(handle: reads.first.handle)
    exclusion = ExclusionWatch(path: presence?.path)
    feed = RowFeed(files: pages, transactions: reads)
    // The first read opens the log.
    _ = try? reads.first.internalInteger("PRAGMA data_version")
    phase = .counting(known: CommitCount(pages))
    checkpoint = CheckpointMark(pages)
  }

  /// Others' commits since the last look, in the order of the commits. Call `settle()` afterwards.
  func look() -> (result: LookResult, batches: [ChangeBatch]) {
    switch phase {
    case .counting(let known): return begin(after: known)
    case .failing: return begin(after: nil)
    case .following: break
    }
    let mark = CheckpointMark(pages)
    writes?.look()
    let (hadNews, before) = (feed.hasNews, feed.changeCounter)
    let sets = feed.look { !own.contains($0) }
    // News may have come between the two, or only the size may have moved.
    let isCounted = !sets.isEmpty || feed.changeCounter != before
    guard isCounted || (hadNews && feed.hasNews) else {
      return copied(since: mark) ?? (isStillHeld ? .holding : .unchanged, [])
    }
    if writes?.isUnexplained != true { checkpoint = mark }
    lastNews = .now
    if sets.isEmpty, feed.hasNews, let failure = reads.takeFailure() { return keptOut(failure) }
    if feed.isUnreadable { return lookBySQLite(sets) }
    // With a log, commits do not write the file.
    if isCounted, feed.mode != .log { writes?.settle() }
    defer { own.removeAll() }
    return (sets.isEmpty ? .unchanged : .changed, sets.map(batch))
  }

  /// A look while the header of the file can't be read. SQLite, whose own reads may succeed, tells whether another
  /// connection has committed.
  private func lookBySQLite(_ sets: [ChangeSet]) -> (result: LookResult, batches: [ChangeBatch]) {
    feed.release()
    let before = version
    do { version = try reads.first.internalInteger("PRAGMA data_version") } catch { return failed(error) }
    if !sets.isEmpty { return (.changed, sets.map(batch)) }
    return version == before
      ? (.unchanged, []) : (.changed, [ChangeBatch(origin: .outside, gap: ChangeBatch.unreadable)])
  }

  /// Releases what the last look needed.
  func settle() { feed.settle() }

  /// Makes the batch of a change set. Without a log, commits between two looks can't be distinguished: if one of our own
  /// is among them, its rows would be reported twice.
  private func batch(_ set: ChangeSet) -> ChangeBatch {
    let ownCount = own.count { set.changeCounter &- $0 < UInt32(clamping: set.commitCount) }
    var batch: ChangeBatch
    if ownCount > 0, case .rows = set.content {
      batch = ChangeBatch(
        origin: .outside, commitCount: set.commitCount, commit: set.changeCounter,
        gap: "it came together with a change of this program")
    } else {
      batch = tables.batch(set)
    }
    batch.ownCommitCount = min(ownCount, set.commitCount - 1)
    batch.commitCount -= batch.ownCommitCount
    return batch
  }

  /// Starts to follow the rows. If the commit count differs from `known`, and not only because of our own commits, any
  /// row may have changed.
  private func begin(after known: CommitCount?) -> (result: LookResult, batches: [ChangeBatch]) {
    do {
      try feed.begin()
    } catch {
      if let failure = reads.takeFailure() { return failed(failure) }
      // The feed continues: it reports each commit without its rows.
    }
    phase = .following
    defer { own.removeAll() }
    let count = CommitCount(isOfLog: feed.mode == .log, number: feed.changeCounter)
    let isCopied = own.isEmpty && isUnexplained() == true
    if isCopied { writes?.dropOldPages() }
    writes?.settle()
    return isExplained(known, count) && !isCopied ? (.unchanged, []) : (.changed, [Self.unfollowed])
  }

  /// Whether only our own commits have moved the count.
  private func isExplained(_ known: CommitCount?, _ count: CommitCount?) -> Bool {
    guard let known, let count, known.isOfLog == count.isOfLog else { return known == count }
    let commits = Int(count.number &- known.number)
    return commits <= own.count && (0..<UInt32(commits)).allSatisfy { own.contains(known.number &+ $0 &+ 1) }
  }

  private static var unfollowed: ChangeBatch {
    ChangeBatch(origin: .outside, gap: "it came before Almanac followed the rows of the file")
  }

  /// A look could not read. Another program's transaction may have written pages and made the file longer, but nothing
  /// is committed while the count has not moved.
  private func keptOut(_ error: any Error) -> (result: LookResult, batches: [ChangeBatch]) {
    let result = failed(error)
    let isUncommitted = result.result == .busy && pages.isReserved && CommitCount(pages)?.number == feed.changeCounter
    return isUncommitted ? (.uncommitted, []) : result
  }

  private func failed(_ error: any Error) -> (result: LookResult, batches: [ChangeBatch]) {
    guard let error = error as? DatabaseError else { return (.unchanged, []) }
    if error.isBusy { return (.busy, []) }
    // A program has ended in the middle of a transaction, which has changed nothing. Its rollback touches the file
    // again.
    if error.needsRepair { return (.unchanged, []) }
    if error.isCorrupt { return (.damaged, []) }
    if case .failing = phase { return (.unchanged, []) }
    phase = .failing
    feed.release()
    // The readers get the same error.
    return (.changed, [ChangeBatch(origin: .outside, gap: ChangeBatch.unreadable)])
  }

  // MARK: Writes past the commit count

  /// The copying of pages by another program; nil if there is none. `mark`: the checkpoints' progress before the writes
  /// were noticed.
  private func copied(since mark: CheckpointMark?) -> (result: LookResult, batches: [ChangeBatch])? {
    guard let writes, expected == nil else { return nil }
    guard let isUnexplained = isUnexplained() else { return nil }
    guard isUnexplained else {
      writes.settle()
      checkpoint = mark
      return nil
    }
    guard writes.isOver else { return (pages.isReserved ? .uncommitted : .copying, []) }
    // SQLite reads the log's pages among those of another file.
    if CheckpointMark(pages)?.hasMoreThanFile == true {
      writes.settle()
      return (.damaged, [])
    }
    writes.dropOldPages()
    guard let sets = feed.lookPastCount() else { return reads.takeFailure().map(keptOut) ?? (.busy, []) }
    writes.settle()
    guard !sets.isEmpty else { return nil }
    lastNews = .now
    let batches = sets.map { set in
      var batch = tables.batch(set)
      (batch.commit, batch.isCounted) = (nil, false)
      return batch
    }
    return (.changed, batches)
  }

  /// Whether there were writes of the file that no checkpoint explains; nil while the index is being written.
  private func isUnexplained() -> Bool? {
    guard let writes, writes.isUnexplained else { return false }
    if writes.areCopied { return true }
    // In this order: a checkpoint that ends between the two has moved the mark.
    let isCheckpointUnderWay = reads.isCheckpointUnderWay
    let now = CheckpointMark(pages)
    if feed.mode == .log, now == nil { return nil }
    // The mark of a checkpoint whose program has died does not change, and explains no later writes.
    guard now == checkpoint, now?.isUnderWay != true || !isCheckpointUnderWay else { return false }
    writes.noteCopied()
    return true
  }

  /// The process that waits until no connection has the file open; nil if there is none. Without a log, connections
  /// hold no lock between two reads.
  func keptOut() -> Int? { feed.mode == .log ? exclusion.look() : nil }

  /// How the rows are found.
  var rowSource: SQLiteConnection.RowSource {
    switch feed.mode {
    case .log: .log
    case .shadow: .copy
    case .none(let reason): .none(reason.description)
    }
  }

  // MARK: The held state

  /// Keeps holding the current state, and holds it again after releasing it for a checkpoint, until it has been held
  /// long enough.
  private var isStillHeld: Bool {
    guard feed.mode == .log else { return false }
    if ContinuousClock.now - lastNews < Self.holdingTime {
      feed.hold()
      return true
    }
    letGo()
    return false
  }

  /// Releases the held state.
  func letGo() { feed.release() }

  // MARK: Our own commits

  /// A transaction of the writer is about to begin. Returns others' commits so far, unless the rows are not followed
  /// yet: starting to follow them takes long, and a write does not need it.
  func writerWillBegin() -> [ChangeBatch] {
    // So that nothing is written on top of outdated pages.
    defer { writes?.dropOldPages() }
    if case .counting = phase {
      writes?.look()
      return []
    }
    defer { settle() }
    return look().batches
  }

  /// A transaction of the writer has begun. Returns others' earlier commits.
  func writerBegan() -> [ChangeBatch] {
    // Nothing else can commit now: the count is the same before and after the look.
    let count = CommitCount(pages)
    expected = count.map { $0.number &+ 1 }
    switch phase {
    case .following, .failing:
      defer { settle() }
      return look().batches
    case .counting(let known):
      defer { phase = .counting(known: count) }
      defer { own.removeAll() }
      return isExplained(known, count) ? [] : [Self.unfollowed]
    }
  }

  /// The writer's transaction has ended. `hasWritten`: it has committed something; then this returns the count after
  /// it.
  func writerEnded(hasWritten: Bool) -> UInt32? {
    defer { expected = nil }
    guard hasWritten, let expected else { return nil }
    own.insert(expected)
    return expected
  }
}
