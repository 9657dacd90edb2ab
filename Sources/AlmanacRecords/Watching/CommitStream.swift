// The commits to a file, one after the other, for a slow reader.
//
//   batch ──> waits in the buffer, which has a limit in bytes ──> the reader, one after the other
//                  └──> no room: counted as lost, and reported after the buffered batches
public import Activities
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
    /// Whether commits wait or are read, so that the activity is held.
    var isHeld = false
    var isClosed = false
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
    let reader = try await reader()
    defer { reader.close() }
    try await began()
    try await reader.read(body)
  }

  /// Begins to collect the commits. All commits after the return are certain to come. `activity` is held while commits
  /// wait or are read.
  public func reader(holding activity: Activity? = nil) async throws -> Reader {
    let reader = Reader(connection, byteLimit: byteLimit, activity)
    do {
      // From here on all rows are observed.
      try await connection.lookForOutsideChanges()
      reader.clear()
      // A failing look is reported only once, perhaps before this point.
      try await connection.requireReadable()
    } catch {
      reader.close()
      throw error
    }
    return reader
  }

  /// Collects the commits, and hands them over.
  public final class Reader: Sendable {
    private let buffer = Lock(Buffer())
    private let news: AsyncStream<Void>
    private let subscription: ChangeSubscription
    private let activity: Activity?

    fileprivate init(_ connection: SQLiteConnection, byteLimit: Int, _ activity: Activity?) {
      let (news, teller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      (self.news, self.activity) = (news, activity)
      subscription = connection.subscribe { [buffer] batch in
        buffer.withLock { buffer in
          if buffer.isClosed { return }
          buffer.add(batch, limit: byteLimit)
          if !buffer.isHeld { activity?.begin() }
          buffer.isHeld = true
        }
        teller.yield()
      }
    }

    /// Drops the collected commits.
    fileprivate func clear() { release { $0 = Buffer() } }

    /// Hands the commits to `body`, as `run` does.
    public func read(_ body: ([ChangeBatch]) async throws -> Void) async throws {
      for await _ in news {
        while case let taken = take(), !taken.isEmpty {
          for start in stride(from: 0, to: taken.count, by: CommitStream.commitsAtOnce) {
            let commits = Array(taken[start..<min(taken.count, start + CommitStream.commitsAtOnce)])
            try await body(commits)
            buffer.withLock { $0.byteCount -= commits.reduce(0) { $0 + $1.byteCount } }
          }
        }
      }
      try Task.checkCancellation()
    }

    private func take() -> [ChangeBatch] {
      var taken: [ChangeBatch] = []
      release { buffer in
        taken = buffer.take()
        if !taken.isEmpty { return }
        buffer.isHeld = false
      }
      return taken
    }

    /// Collects no more commits.
    public func close() {
      subscription.cancel()
      release { buffer in
        buffer = Buffer()
        buffer.isClosed = true
      }
    }

    /// Ends the activity if the change of the buffer leaves nothing to read.
    private func release(_ change: (inout Buffer) -> Void) {
      let ends = buffer.withLock { buffer in
        let wasHeld = buffer.isHeld
        change(&buffer)
        return wasHeld && !buffer.isHeld
      }
      if ends { activity?.end() }
    }
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
