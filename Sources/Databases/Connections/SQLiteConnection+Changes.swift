// Subscribing to changes, and finding those of others.

import Activities
import CSQLite
import Dispatch

extension SQLiteConnection {
  /// The number of batches so far, own and outside.
  ///
  /// To miss nothing between a first fetch and a subscription: read the generation, fetch, subscribe, and fetch again
  /// if it has moved.
  public var generation: Int { publisher.generation }

  /// Calls `handler` with each batch from now on, in the order of the commits, until the subscription is dropped.
  ///
  /// For our own commits it is called on the writer's queue before the write returns, for those of others on the
  /// monitor's thread: it must be quick. `isFirst`: it is called before those that have subscribed so far.
  public func subscribe(
    isFirst: Bool = false, _ handler: @escaping @Sendable (ChangeBatch) -> Void
  ) -> ChangeSubscription {
    publisher.subscribe(isFirst: isFirst, handler)
  }

  /// Returns when all commits of this connection that a read which has ended may have seen have been published.
  ///
  /// A commit is visible a moment before its batch is out. To keep what a read gave current by the batches that
  /// follow, read, await this, and then know: a batch that has come may be in what was read, one that comes is not.
  public func ownCommitsPublished() async {
    await commits.settled()
  }

  /// Looks now whether others have committed; when it returns the batches are out. Throws `DatabaseError` when the file
  /// stays locked for longer than the connection waits.
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
        // No lock: however slow this machine is, the pages are read.
        try await Task.sleep(for: FileWrites.pause)
      case .unchanged, .holding, .changed, .uncommitted, .writing, .damaged:
        return
      }
    }
  }
}

extension SQLiteConnection {
  /// How the rows are known that other connections' commits change.
  public enum RowSource: Hashable, Sendable {
    /// From the pages in the file's log, commit by commit.
    case log
    /// From a comparison with a private copy of the file: the commits between two looks are one.
    case copy
    /// They are not known; why, as the rest of a sentence.
    case none(String)
  }

  /// How the rows of others' commits are known now. Look for outside changes first.
  public var rowSource: RowSource {
    detector?.rowSource ?? .none(isReadOnly ? "it is read as it stood" : "no other program can change it")
  }
}

extension OutsideChangeDetector {
  private static let queue = DispatchQueue(label: "database.looks")

  /// Looks on a thread that may wait.
  fileprivate func lookOnQueue() async -> LookResult {
    await withCheckedContinuation { continuation in
      Self.queue.async {
        SignalStack.prepareThread()
        continuation.resume(returning: self.look())
      }
    }
  }
}
