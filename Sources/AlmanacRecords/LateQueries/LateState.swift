// What a late reader knows, and what becomes of it with each thing that happens.
import Databases

/// The state of a `LateReader`, guarded by its lock.
struct LateState<Query: LateQuery> {
  /// What is read; `nil` is nothing.
  var query: Query?
  private(set) var value = LateValue<Query.Value>.unknown
  /// Why the last read of the query found nothing; `nil` where it did, or none has ended.
  private(set) var failure: (any Error)?
  /// Since when a commit has been waiting for a new value, so that arithmetic will not do either.
  private var outdatedSince: ContinuousClock.Instant?
  /// Whether a commit came after the read under way had begun, and only another read tells what it makes of the value.
  private var isStale = false
  /// The batches that came after the read under way had begun, as far as arithmetic can add them: their commits, and what
  /// they changed in the table.
  private var missed: [(commits: CommitRange, change: TableChange)] = []
  /// About how many bytes their rows hold.
  private var missedBytes = 0
  /// The file's count of commits at the moment of which the value is; `nil` where that is not known.
  private var commit: UInt32?
  /// Of the newest task; what an older one finds is dropped.
  private(set) var taskNumber = 0
  /// The read under way.
  var task: Task<Void, Never>?
  /// Whether that of the newest task has begun: it sees every commit that we had heard of before.
  private var hasBegun = false
  /// No read begins before.
  private var notBefore: ContinuousClock.Instant?
  /// Whether the last read of the same was so short that it delays no rows.
  private var isQuick = false
  /// Whether the read under way rests, since a lock kept it from the file: then it begins again by itself.
  private var isResting = false
  /// Whether a read waits for the scope to be resumed.
  private(set) var isOwed = false
  /// Whether a task waits to say that the value is not current.
  var hasDoubter = false

  /// A value that is this late is shown to be late. A shorter delay is not seen, but a sign that comes and goes is.
  private static var patience: Duration { .milliseconds(100) }
  /// So long a read leaves the processor to the reads of rows that are asked for at the same time.
  private static var lateness: Duration { .milliseconds(20) }
  /// A read that takes less of the processor is quick.
  private static var quick: Duration { .milliseconds(2) }
  /// Between two reads that many times the processor's time of the first goes by.
  private static var rest: Int { 10 }
  /// So many commits at most are kept until a read has ended, and so many bytes of their rows.
  private static var mostMissed: Int { 1_000 }
  private static var mostMissedBytes: Int { 4 << 20 }

  init(query: Query?) { self.query = query }

  /// Whether the file is being read.
  var isReading: Bool { task != nil && !isResting }

  // MARK: What is read

  /// Another query takes the place of the one before: its value stays for now.
  mutating func leaveQuery() {
    (notBefore, isQuick) = (nil, false)
    value.isCurrent = false
    value.progress = nil
    failure = nil
  }

  /// Nothing is read any more.
  mutating func stop() {
    drop()
    query = nil
    (value, failure) = (.unknown, nil)
    (isOwed, outdatedSince) = (false, nil)
  }

  /// A read of `query` takes the place of the one under way. Returns when it may begin; `nil` where that is at once.
  mutating func start(_ query: Query) -> ContinuousClock.Instant? {
    drop()
    self.query = query
    outdatedSince = outdatedSince ?? .now
    isOwed = false
    hasBegun = false
    let earliest = isQuick ? nil : ContinuousClock.now + Self.lateness
    return [earliest, notBefore].compactMap(\.self).max()
  }

  /// A read of `query` waits until a screen shows its value again.
  mutating func owe(_ query: Query) {
    drop()
    self.query = query
    outdatedSince = outdatedSince ?? .now
    isOwed = true
    value.isCurrent = false
    value.progress = nil
  }

  /// Drops the read under way.
  private mutating func drop() {
    task?.cancel()
    task = nil
    taskNumber += 1
    (isStale, isResting, missed, missedBytes) = (false, false, [], 0)
  }

  // MARK: The read under way

  /// What was committed before is in what it reads.
  mutating func readBegan() {
    (hasBegun, isResting, isStale, missed, missedBytes) = (true, false, false, [], 0)
  }

  mutating func readProgressed(_ progress: LateValue<Query.Value>.Progress) { value.progress = progress }

  /// What a read has found.
  struct Found {
    var value: Query.Value
    /// The processor's time that it took.
    var work: Duration
    /// The file's count of commits in the snapshot that it has read; `nil` where that is not known.
    var commit: UInt32?
    /// Whether there were commits while it went from part to part: the value is that of no moment, if one of them concerned
    /// it.
    var spansCommits: Bool
  }

  /// The read has found a value. What was committed since its snapshot is added to it, where that can be done.
  mutating func readFound(_ found: Found) {
    // What is committed from here on, arithmetic adds.
    task = nil
    var present = found.value
    commit = found.commit
    for (commits, change) in missed {
      let position = commit.map(commits.position)
      if position == .before { continue }
      guard !found.spansCommits, position == .after, let next = query?.value(present, after: change) else {
        isStale = true
        break
      }
      (present, commit) = (next, commits.last)
    }
    if found.spansCommits, isStale { value.isCurrent = false }
    (missed, missedBytes) = ([], 0)
    notBefore = .now + found.work * Self.rest
    isQuick = found.work < Self.quick
    if !isStale { outdatedSince = nil }
    failure = nil
    value = LateValue(value: present, isCurrent: value.isCurrent || !isStale)
  }

  /// The read has failed. `isResting`: it begins again in a while.
  mutating func readFailed(_ error: any Error, isResting: Bool = false) {
    failure = error
    self.isResting = isResting
    value.isCurrent = false
    value.progress = nil
  }

  /// The read has ended. Returns what is to be read again, since a commit came meanwhile.
  mutating func readEnded() -> Query? {
    task = nil
    return isStale ? query : nil
  }

  // MARK: Commits

  /// What a commit asks of the value.
  enum Answer {
    /// The value is current: what it was, or what the commit makes of it.
    case nothing
    /// The value has changed in an unknown way: a read under way begins again.
    case outdated
    /// Only a new read can tell; it takes the place of the one with this number.
    case readAgain(Query, replacing: Int)
  }

  mutating func answer(_ batch: ChangeBatch) -> Answer {
    guard let query else { return .nothing }
    // To test very many bytes takes longer than a read.
    let bytes = batch.rowBytes(upTo: Self.mostMissedBytes)
    let batch = bytes > Self.mostMissedBytes ? batch.withoutRows : batch
    // Of a new schema, of commits whose rows are not known, and of what a view reads, nothing is known.
    if !batch.concernsAll, !query.readsOtherTables {
      guard let change = batch.tables[query.table], change.concerns(Set(query.columns)) else { return .nothing }
      let commits = batch.commitRange
      if task == nil {
        let position = commit.flatMap { commits?.position($0) }
        if position == .before { return .nothing }
        if position != .around, outdatedSince == nil, let known = value.value,
          let next = query.value(known, after: change)
        {
          (value.value, commit) = (next, commits?.last ?? commit)
          return .nothing
        }
      }
      // The read under way may have seen it.
      if isReading, hasBegun, !isStale, let commits, missed.count < Self.mostMissed,
        missedBytes + bytes <= Self.mostMissedBytes
      {
        outdatedSince = outdatedSince ?? .now
        missed.append((commits, change))
        missedBytes += bytes
        return .outdated
      }
    }
    outdatedSince = outdatedSince ?? .now
    // A read that had begun before the commit begins again when it is done.
    guard !isReading else {
      isStale = isStale || hasBegun
      return .outdated
    }
    return .readAgain(query, replacing: taskNumber)
  }

  /// Tells that the value is not current, if it has not been for long. Returns when to look again, if it must be.
  mutating func doubt() -> ContinuousClock.Instant? {
    if let since = outdatedSince, value.isCurrent {
      let deadline = since + Self.patience
      if deadline > .now { return deadline }
      value.isCurrent = false
    }
    hasDoubter = false
    return nil
  }
}
