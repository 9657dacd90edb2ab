// The commits to a file, one after the other, for a reader that takes its time.
//
//   batch ──> waits in the buffer, whose bytes have a bound ──> the reader, one after the other
//                  └──> no room: counted as lost, and reported behind those that found room
public import Databases
import Locks

/// The commits to a file, by any program.
public struct CommitStream: Sendable {
  fileprivate struct Buffer {
    var waiting: [ChangeBatch] = []
    /// The bytes of the commits that the reader has not finished, whether or not it has taken them.
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

  /// So many commits are given at once at most: the room that they take is free again when `body` is done with them.
  private static let commitsAtOnce = 100

  /// Gives the commits to `body`, in order, one or some at once, until the task is cancelled or `body` throws. `began` is
  /// called when all later commits will come. Commits for which there was no room come as one without rows, whose gap says
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
    // From here on the rows are followed.
    try await connection.lookForOutsideChanges()
    buffer.withLock { $0 = Buffer() }
    // That looks fail is told once, and that may have been before.
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

  /// All that wait, and behind them those that are lost, as one.
  mutating func take() -> [ChangeBatch] {
    defer { (waiting, lostCount) = ([], 0) }
    guard lostCount > 0 else { return waiting }
    let lost = ChangeBatch(origin: .outside, commitCount: lostCount, gap: "they came faster than they were read")
    byteCount += lost.byteCount
    return waiting + [lost]
  }
}

extension ChangeBatch {
  /// About how many bytes it holds.
  fileprivate var byteCount: Int { 256 + rowBytes(upTo: .max) }
}
