// Subscribes to changes, and finds those of others.

import Activities
import CSQLite
import Dispatch

extension SQLiteConnection {
  /// The number of batches so far, own and outside.
  ///
  /// To miss nothing between a first fetch and a subscription: read the generation, fetch, subscribe, and fetch again
  /// if the generation has changed.
  public var generation: Int { publisher.generation }

  /// Calls `handler` with each later batch, in the order of the commits, until the subscription is freed.
  ///
  /// For our own commits it runs on the writer's queue before the write returns, for others' on the monitor's thread:
  /// it must be quick. `isFirst`: it is called before all present subscribers.
  public func subscribe(
    isFirst: Bool = false, _ handler: @escaping @Sendable (ChangeBatch) -> Void
  ) -> ChangeSubscription {
    publisher.subscribe(isFirst: isFirst, handler)
  }

  /// Returns when all own commits that a finished read may have seen have been published.
  ///
  /// A commit is visible a moment before its batch is published. To keep a read's result current with the batches that
  /// follow, read, then await this. A batch published by then may be part of the result; a later one is not.
  @export(interface)
  public func ownCommitsPublished() async {
    await commits.settled()
  }

  /// Looks now for others' commits, and returns after their batches are published. Throws `DatabaseError` if the file
  /// stays locked for longer than the connection waits.
  @export(interface)
  public func lookForOutsideChanges() async throws {
    guard let detector else { return }
    activity.begin()
    defer { activity.end() }
    file.presence?.look()
    let wait = LockWait(file.lockWaits, .read)
    while true {
      switch await detector.lookOnQueue() {
      case .busy:
        try Task.checkCancellation()
        guard let pause = wait.nextPause() else {
          throw DatabaseError(code: SQLITE_BUSY, message: "the database is locked", sql: "PRAGMA data_version")
        }
        try await Task.sleep(for: pause)
      case .copying:
        // There is no lock to wait for: the pages are read, however slow this machine is.
        try await Task.sleep(for: FileWrites.pause)
      case .unchanged, .holding, .changed, .uncommitted, .writing, .damaged:
        return
      }
    }
  }
}

extension SQLiteConnection {
  /// How the rows that other connections' commits change are found.
  public enum RowSource: Hashable, Sendable {
    /// From the pages in the file's log, commit by commit.
    case log
    /// From a comparison with a private copy of the file: all commits between two looks count as one.
    case copy
    /// They are not known; the value is the reason, as the rest of a sentence.
    case none(String)
  }

  /// How the rows of others' commits are found now. Look for outside changes first.
  public var rowSource: RowSource {
    detector?.rowSource ?? .none(isReadOnly ? "it is read as it was at opening" : "no other program can change it")
  }
}

extension OutsideChangeDetector {
  private static let queue = DispatchQueue(label: "database.looks")

  /// Looks on a thread that may block.
  fileprivate func lookOnQueue() async -> LookResult {
    await withCheckedContinuation { continuation in
      Self.queue.async {
        SignalStack.prepareThread()
        continuation.resume(returning: self.look())
      }
    }
  }
}
