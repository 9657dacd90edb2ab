// The commits to a file, one after the other, for a reader that takes its time.
//
//   batch ──> waits in the buffer, whose bytes have a bound ──> the reader ──> the next one
//                  └──> no room: counted as lost, and told in its turn
public import Databases
import Locks

/// The commits to a file, by any program, from the moment of the call of `run` on.
public struct CommitStream: Sendable {
  fileprivate struct Buffer {
    var commits: [ChangeBatch] = []
    var byteCount = 0
    /// How many commits found no room behind these.
    var lostCount = 0
  }

  private let connection: SQLiteConnection
  private let byteLimit: Int

  /// Follows `connection`. Commits that wait for the reader hold `byteLimit` bytes at most.
  public init(_ connection: SQLiteConnection, byteLimit: Int = 64 << 20) {
    (self.connection, self.byteLimit) = (connection, byteLimit)
  }

  /// Gives each commit to `body`, in order, until the task is cancelled or `body` throws. `began` is called when all later
  /// commits will come. Commits for which there was no room come as one without rows, whose gap says so.
  public func run(
    began: () async throws -> Void = {}, _ body: (ChangeBatch) async throws -> Void
  ) async throws {
    let buffer = Lock(Buffer())
    let (news, teller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = connection.subscribe { [byteLimit] batch in
      buffer.withLock { $0.add(batch, limit: byteLimit) }
      teller.yield()
    }
    defer { subscription.cancel() }
    // From here on the rows are followed.
    try await connection.lookForOutsideChanges()
    buffer.withLock { $0 = Buffer() }
    try await began()
    for await _ in news {
      while let next = buffer.withLock({ $0.next() }) { try await body(next) }
    }
    try Task.checkCancellation()
  }
}

extension CommitStream.Buffer {
  mutating func add(_ batch: ChangeBatch, limit: Int) {
    let size = batch.byteCount
    guard lostCount == 0, commits.isEmpty || byteCount + size <= limit else {
      lostCount += batch.commitCount
      return
    }
    commits.append(batch)
    byteCount += size
  }

  mutating func next() -> ChangeBatch? {
    guard !commits.isEmpty else {
      guard lostCount > 0 else { return nil }
      defer { lostCount = 0 }
      return ChangeBatch(
        origin: .outside, commitCount: lostCount, gap: "they came faster than they were read")
    }
    let first = commits.removeFirst()
    byteCount -= first.byteCount
    return first
  }
}

extension ChangeBatch {
  /// About how many bytes its rows hold.
  fileprivate var byteCount: Int {
    tables.values.reduce(256) { sum, change in
      (change.rows?.rows ?? []).reduce(sum + 256) { sum, row in
        [row.before, row.after].reduce(sum + 64) { $0 + ($1 ?? []).reduce(0) { $0 + 32 + $1.byteCount } }
      }
    }
  }
}
