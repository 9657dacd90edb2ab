// The commits to a file, one after the other, for a slow reader.
//
//   batch ──> waits in the buffer, which has a limit in bytes ──> the reader, one after the other
//                  └──> no room: counted as lost, and reported after the buffered batches
public import Databases
import Locks

/// The commits to a file, by any program.
public struct CommitStream: Sendable {
  fileprivate struct Buffer {
    var waiting: [ChangeBatch] = []
    /// The bytes of the commits that the reader has not finished, whether it has taken them or not.
    var byteCount = 0
    /// The number of commits after these that found no room.
    var lostCount = 0
  }

  private let connection: SQLiteConnection
  private let byteLimit: Int

  /// Observes `connection`. Commits that wait for the reader take at most `byteLimit` bytes.
  public init(_ connection: SQLiteConnection, byteLimit: Int = 64 << 20) {
    (self.connection, self.byteLimit) = (connection, byteLimit)
  }

  /// The most commits handed over at once: their room is free again when `body` returns.
  private static let commitsAtOnce = 100

  /// Hands the commits to `body`, in order, one or several at once, until the task is cancelled or `body` throws. Calls
  /// `began` once all later commits are certain to come. Lost commits come as one batch without rows, whose gap says
  /// so.
  public func run(
    began: () async throws -> Void = {}, _ body: ([ChangeBatch]) async throws -> Void
  ) async throws {
    let buffer = Lock(Buffer())
    let (news, teller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = connection.subscribe { [byteLimit] batch in
      buffer.withLock { $0.add(batch, limit: byteLimit) }
      teller.yield()
    }
    defer { subscription.cancel() }
    // From here on all rows are observed.
    try await connection.lookForOutsideChanges()
    buffer.withLock { $0 = Buffer() }
    // A failing look is reported only once, perhaps before this point.
    try await connection.requireReadable()
    try await began()
    for await _ in news {
      while case let taken = buffer.withLock({ $0.take() }), !taken.isEmpty {
        for start in stride(from: 0, to: taken.count, by: Self.commitsAtOnce) {
          let commits = Array(taken[start..<min(taken.count, start + Self.commitsAtOnce)])
          try await body(commits)
          buffer.withLock { $0.byteCount -= commits.reduce(0) { $0 + $1.byteCount } }
        }
      }
    }
    try Task.checkCancellation()
  }
}

extension CommitStream.Buffer {
  mutating func add(_ batch: ChangeBatch, limit: Int) {
    let size = batch.byteCount
    guard lostCount == 0, byteCount == 0 || byteCount + size <= limit else {
      lostCount += batch.commitCount
      return
    }
    waiting.append(batch)
    byteCount += size
  }

  /// All waiting batches, followed by one batch for the lost commits.
  mutating func take() -> [ChangeBatch] {
    defer { (waiting, lostCount) = ([], 0) }
    guard lostCount > 0 else { return waiting }
    let lost = ChangeBatch(origin: .outside, commitCount: lostCount, gap: "they came faster than they were read")
    byteCount += lost.byteCount
    return waiting + [lost]
  }
}

extension ChangeBatch {
  /// The approximate size in bytes.
  fileprivate var byteCount: Int { 256 + rowBytes(upTo: .max) }
}
