// What others have committed to a file, as batches.
//
//   the count of commits has moved ─> RowFeed reads the pages that were written ─> a change set for each commit, ours left
//   out ─> the records become rows with the columns of their tables ─> batches
//   the count stands still, and the file was written, by no checkpoint ─> once that pauses, the pages are compared

import CSQLite
import WriteAheadLogs

/// Follows the commits of one file.
///
/// Not Sendable: it stands behind the lock of the detector that owns it.
final class CommitFeed {
  private enum Phase {
    /// Only the count of commits is known: to follow the rows takes a walk through the inner pages of each table.
    case counting(known: CommitCount?)
    /// The rows of each commit are known.
    case following
    /// The file can't be read. Once it can again, anything may have changed.
    case failing
  }

  private let reads: HeldReads
  private let pages: ConnectionPages
  private let feed: RowFeed
  private let tables: StoredTables
  private var phase: Phase
  /// The counts that commits of the writer have given, where no look has passed them.
  private var own: Set<UInt32> = []
  /// The count that the commit of the writer's present transaction will give.
  private var expected: UInt32?
  private var lastNews = ContinuousClock.now
  /// What is written into the file itself; `nil` where that is not known.
  private let writes: FileWrites?
  /// What checkpoints had done before the last look: they write the file, and change nothing.
  private var checkpoint: CheckpointMark?
  private var exclusion: ExclusionWatch

  /// A state is held for so long after the last commit: while commits follow each other, no page of it is overwritten before
  /// the next look.
  private static let holdingTime = Duration.milliseconds(300)

  /// Opens a connection, and notes the count of commits. Throws `DatabaseError`.
  init(presence: FilePresence?, open: @escaping () throws -> Database) throws {
    let tables = StoredTables()
    let writes = presence.map(FileWrites.init)
    (self.tables, self.writes) = (tables, writes)
    reads = try HeldReads(open: open) {
      try tables.read($0)
      // SQLite's own writes are over now: those that are reported later, another program makes.
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

  /// What others have committed since the last look, in the order of the commits. Settle it afterwards.
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
    // News may have come between the two.
    // The size alone may have moved.
    let isCounted = !sets.isEmpty || feed.changeCounter != before
    guard isCounted || (hadNews && feed.hasNews) else {
      return copied(since: mark) ?? (isStillHeld ? .holding : .unchanged, [])
    }
    if writes?.isUnexplained != true { checkpoint = mark }
    lastNews = .now
    if sets.isEmpty, feed.hasNews, let failure = reads.takeFailure() { return keptOut(failure) }
    // Beside a log, commits do not write the file.
    if isCounted, feed.mode != .log { writes?.settle() }
    defer { own.removeAll() }
    return (sets.isEmpty ? .unchanged : .changed, sets.map(batch))
  }

  /// Lets go of what the last look needed.
  func settle() { feed.settle() }

  /// Without a log, commits between two looks can't be told apart: where one of ours is among them, its rows would be
  /// reported twice.
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

  /// Begins to follow the rows. If the count of commits has moved since it was `known`, and not by ours alone, any row may
  /// have changed.
  private func begin(after known: CommitCount?) -> (result: LookResult, batches: [ChangeBatch]) {
    do {
      try feed.begin()
    } catch {
      if let failure = reads.takeFailure() { return failed(failure) }
      // The feed goes on: it says of each commit that its rows are not known.
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

  /// A look could not read. A transaction of another program may have written pages, and made the file longer: nothing is
  /// committed while the count has not moved.
  private func keptOut(_ error: any Error) -> (result: LookResult, batches: [ChangeBatch]) {
    let result = failed(error)
    let isUncommitted = result.result == .busy && pages.isReserved && CommitCount(pages)?.number == feed.changeCounter
    return isUncommitted ? (.uncommitted, []) : result
  }

  private func failed(_ error: any Error) -> (result: LookResult, batches: [ChangeBatch]) {
    guard let error = error as? DatabaseError else { return (.unchanged, []) }
    if error.isBusy { return (.busy, []) }
    // A program has ended amid a transaction, which has changed nothing. What takes it back touches the file again.
    if error.needsRepair { return (.unchanged, []) }
    if error.isCorrupt { return (.damaged, []) }
    if case .failing = phase { return (.unchanged, []) }
    phase = .failing
    feed.release()
    // The readers meet the same error.
    return (.changed, [ChangeBatch(origin: .outside, gap: ChangeBatch.unreadable)])
  }

  // MARK: What is written past the count

  /// What another program has copied into the file; `nil` where that is nothing. `mark`: what checkpoints had done before
  /// the writes were noticed.
  private func copied(since mark: CheckpointMark?) -> (result: LookResult, batches: [ChangeBatch])? {
    guard let writes, expected == nil else { return nil }
    guard let isUnexplained = isUnexplained() else { return nil }
    guard isUnexplained else {
      writes.settle()
      checkpoint = mark
      return nil
    }
    guard writes.isOver else { return (pages.isReserved ? .uncommitted : .copying, []) }
    // What SQLite reads is the log's pages among those of another file.
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

  /// Whether there were writes of the file that no checkpoint explains; `nil` where the index is being written.
  private func isUnexplained() -> Bool? {
    guard let writes, writes.isUnexplained else { return false }
    if writes.areCopied { return true }
    // In this order: one that ends between the two has moved the mark.
    let isCheckpointUnderWay = reads.isCheckpointUnderWay
    let now = CheckpointMark(pages)
    if feed.mode == .log, now == nil { return nil }
    // The mark of a checkpoint whose program has died stays as it is, and explains nothing that comes later.
    guard now == checkpoint, now?.isUnderWay != true || !isCheckpointUnderWay else { return false }
    writes.noteCopied()
    return true
  }

  /// The process that waits until no connection has the file open; `nil` where none does. Without a log, connections hold
  /// no lock between two reads.
  func keptOut() -> Int? { feed.mode == .log ? exclusion.look() : nil }

  /// How the rows are known.
  var rowSource: SQLiteConnection.RowSource {
    switch feed.mode {
    case .log: .log
    case .shadow: .copy
    case .none(let reason): .none(reason.description)
    }
  }

  // MARK: What is held

  /// Holds the present state, also behind a checkpoint for which it was let go, until it has been held long enough.
  private var isStillHeld: Bool {
    guard feed.mode == .log else { return false }
    if ContinuousClock.now - lastNews < Self.holdingTime {
      feed.hold()
      return true
    }
    letGo()
    return false
  }

  /// Lets go of the state that is held.
  func letGo() { feed.release() }

  // MARK: Our own commits

  /// A transaction of the writer is about to begin. Gives what others have committed so far, unless the rows are not
  /// followed yet: to begin with that takes long, and a write does not need it.
  func writerWillBegin() -> [ChangeBatch] {
    // Nothing is written on top of old pages.
    defer { writes?.dropOldPages() }
    if case .counting = phase {
      writes?.look()
      return []
    }
    defer { settle() }
    return look().batches
  }

  /// A transaction of the writer has begun. Gives what others have committed before.
  func writerBegan() -> [ChangeBatch] {
    // Nothing else can commit now: before or after the look, the count is the same.
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

  /// That transaction has ended. `hasWritten`: it has committed something; then this gives the count after it.
  func writerEnded(hasWritten: Bool) -> UInt32? {
    defer { expected = nil }
    guard hasWritten, let expected else { return nil }
    own.insert(expected)
    return expected
  }
}
