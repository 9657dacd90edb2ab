// The state of a late reader, and its transitions.
import Databases

/// The state of a `LateReader`, guarded by its lock.
struct LateState<Query: LateQuery> {
  /// The present query; nil for none.
  var query: Query?
  private(set) var value = LateValue<Query.Value>.unknown
  /// The error of the last read of the query; nil if it succeeded or no read has ended.
  private(set) var failure: (any Error)?
  /// The moment since which a commit has waited for a new value; nil if none waits. While one waits, arithmetic can't
  /// update the value.
  private var outdatedSince: ContinuousClock.Instant?
  /// Whether only another read tells the effect of a commit that came after the read in progress had begun.
  private var isStale = false
  /// The batches that came after the read in progress had begun, if arithmetic may add them: their commits, and their
  /// changes of the table.
  private var missed: [(commits: CommitRange, change: TableChange)] = []
  /// The approximate size of their rows in bytes.
  private var missedBytes = 0
  /// The file's number of commits at the moment of the value; nil if unknown.
  private var commit: UInt32?
  /// The number of the newest task; the results of older ones are dropped.
  private(set) var taskNumber = 0
  /// The task of the read in progress.
  var task: Task<Void, Never>?
  /// Whether the read of the newest task has begun: it sees every commit known before that.
  private var hasBegun = false
  /// The earliest start of the next read.
  private var notBefore: ContinuousClock.Instant?
  /// Whether the last read of the query was so short that it delays no rows.
  private var isQuick = false
  /// Whether the task rests because a lock ended its read: it reads again by itself.
  private var isResting = false
  /// Whether a read waits until the scope is resumed.
  private(set) var isOwed = false
  /// Whether a task waits to mark the value as not current.
  var hasDoubter = false

  /// A value that is this late is shown as not current. A shorter delay is not noticed, but a flickering sign is.
  private static var patience: Duration { .milliseconds(100) }
  /// The delay of a read, which leaves the processor to the reads of rows that are requested at the same time.
  private static var lateness: Duration { .milliseconds(20) }
  /// A read with less processor time is quick.
  private static var quick: Duration { .milliseconds(2) }
  /// The pause between two reads, as a multiple of the processor time of the first.
  private static var rest: Int { 10 }
  /// The most commits that are kept until a read has ended; below, the most bytes of their rows.
  private static var mostMissed: Int { 1_000 }
  private static var mostMissedBytes: Int { 4 << 20 }

  init(query: Query?) { self.query = query }

  /// Whether the file is being read.
  var isReading: Bool { task != nil && !isResting }

  // MARK: The query

  /// Prepares for another query: the old value stays for now.
  mutating func leaveQuery() {
    (notBefore, isQuick) = (nil, false)
    value.isCurrent = false
    value.progress = nil
    failure = nil
  }

  /// Stops reading.
  mutating func stop() {
    drop()
    query = nil
    (value, failure) = (.unknown, nil)
    (isOwed, outdatedSince) = (false, nil)
  }

  /// Prepares a read of `query` that replaces the one in progress. Returns the moment when it may begin; nil for at
  /// once.
  mutating func start(_ query: Query) -> ContinuousClock.Instant? {
    drop()
    self.query = query
    outdatedSince = outdatedSince ?? .now
    isOwed = false
    hasBegun = false
    let earliest = isQuick ? nil : ContinuousClock.now + Self.lateness
    return [earliest, notBefore].compactMap(\.self).max()
  }

  /// Postpones a read of `query` until a screen shows its value again.
  mutating func owe(_ query: Query) {
    drop()
    self.query = query
    outdatedSince = outdatedSince ?? .now
    isOwed = true
    value.isCurrent = false
    value.progress = nil
  }

  /// Drops the read in progress.
  private mutating func drop() {
    task?.cancel()
    task = nil
    taskNumber += 1
    (isStale, isResting, missed, missedBytes) = (false, false, [], 0)
  }

  // MARK: The read in progress

  /// The read begins: it sees all earlier commits.
  mutating func readBegan() {
    (hasBegun, isResting, isStale, missed, missedBytes) = (true, false, false, [], 0)
  }

  mutating func readProgressed(_ progress: LateValue<Query.Value>.Progress) { value.progress = progress }

  /// The result of a read.
  struct Found {
    var value: Query.Value
    /// The processor time of the read.
    var work: Duration
    /// The file's number of commits in the snapshot of the read; nil if unknown.
    var commit: UInt32?
    /// Whether there were commits between parts of the read: if one of them concerned the value, it is not of a single
    /// moment.
    var spansCommits: Bool
  }

  /// Takes the result of a read, and adds the commits since its snapshot if that is possible.
  mutating func readFound(_ found: Found) {
    // From here on arithmetic adds the commits.
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

  /// The read has failed. `isResting`: whether it will be repeated after a rest.
  mutating func readFailed(_ error: any Error, isResting: Bool = false) {
    failure = error
    self.isResting = isResting
    value.isCurrent = false
    value.progress = nil
  }

  /// The read has ended. Returns the query to read again, if a commit came meanwhile.
  mutating func readEnded() -> Query? {
    task = nil
    return isStale ? query : nil
  }

  // MARK: Commits

  /// The effect of a commit on the value.
  enum Answer {
    /// The value is current: unchanged or computed from the commit.
    case nothing
    /// The value has changed in an unknown way: a read in progress is repeated at its end.
    case outdated
    /// Only a new read can tell; it replaces the one with this number.
    case readAgain(Query, replacing: Int)
  }

  mutating func answer(_ batch: ChangeBatch) -> Answer {
    guard let query else { return .nothing }
    // Testing very many bytes takes longer than a read.
    let bytes = batch.rowBytes(upTo: Self.mostMissedBytes)
    let batch = bytes > Self.mostMissedBytes ? batch.withoutRows : batch
    // The effects of a new schema, of commits with unknown rows, and on views are unknown.
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
      // The read in progress may have seen it.
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
    // A read that began before the commit is repeated at its end.
    guard !isReading else {
      isStale = isStale || hasBegun
      return .outdated
    }
    return .readAgain(query, replacing: taskNumber)
  }

  /// Marks the value as not current if it has been outdated for too long. Returns when to check again, if needed.
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
