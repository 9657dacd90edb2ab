// Distinguishes the commits of others from our own.
//
//   the files were touched ─> look ─> the commit count has moved? ─┬─> no: nothing
//                                                                  └─> which commits are ours? the others: batches
//
// SQLite counts the commits of a file. While our writer holds the lock that all writers need, nothing else can commit.
// So the writer looks when it has the lock, and the next number is that of its own commit.

import CSQLite
import Locks

/// Finds the commits of other connections and publishes a batch for each.
final class OutsideChangeDetector: Sendable {
  private struct State {
    /// Nil once closed.
    var feed: CommitFeed?
    /// Whether a transaction of the writer is open.
    var isWriting = false
    /// Whether the writer is committing now: a new commit may be its own.
    var isCommitting = false
  }

  private let state: Lock<State>
  /// Held from a look until its batches are published, so that batches come in the order of the commits. Taken before
  /// `state`, which is free while they are published: a subscriber may release the last reference to the connection,
  /// whose deinit closes this.
  private let order = Lock(())
  private let publisher: ChangePublisher
  /// Is told of damage.
  private let presence: FilePresence?

  /// Starts to follow a file. `open` opens a connection that only reads and waits for no lock. Throws `DatabaseError`.
  init(
    publisher: ChangePublisher, presence: FilePresence?, open: @escaping @Sendable () throws -> Database
  ) throws {
    state = Lock(State(feed: try CommitFeed(presence: presence, open: open)))
    self.publisher = publisher
    self.presence = presence
  }

  /// Looks, and publishes others' commits. May be called from any thread that may wait some microseconds.
  func look() -> LookResult {
    let (look, keptOut) = order.withLock { _ in
      let (look, keptOut) = state.withLock { (Self.look(&$0), $0.feed?.keptOut()) }
      publish(look.batches)
      // After the batches: a person may be waiting for them.
      state.withLock { $0.feed?.settle() }
      return (look.result, keptOut)
    }
    if look == .damaged { presence?.noteDamaged() }
    presence?.noteKeptOut(keptOut)
    return look
  }

  private static func look(_ state: inout State) -> (result: LookResult, batches: [ChangeBatch]) {
    guard let feed = state.feed else { return (.unchanged, []) }
    if state.isCommitting { return (.busy, []) }
    let look = feed.look()
    // Our own write touches the files with each page, whether or not a state of the file is held.
    let hasFoundNothing = look.result == .unchanged || look.result == .holding
    return (hasFoundNothing && state.isWriting ? .writing : look.result, look.batches)
  }

  /// A transaction of the writer is about to begin. Publishes others' commits, so that little is left to read while the
  /// writer holds the lock.
  func writerWillBegin() {
    order.withLock { _ in publish(state.withLock { $0.feed?.writerWillBegin() ?? [] }) }
  }

  /// A transaction of the writer has begun and holds the lock. Publishes others' earlier commits.
  func writerBegan() {
    order.withLock { _ in
      publish(
        state.withLock { state in
          state.isWriting = true
          return state.feed?.writerBegan() ?? []
        })
    }
  }

  /// The writer is about to commit.
  func writerWillCommit() { state.withLock { $0.isCommitting = true } }

  /// The transaction of the writer has ended. `hasWritten`: it has committed something, which `batch` reports if a row
  /// or the schema has changed.
  func writerEnded(hasWritten: Bool, _ batch: ChangeBatch? = nil) {
    order.withLock { _ in
      let commit = state.withLock { state in
        (state.isWriting, state.isCommitting) = (false, false)
        return state.feed?.writerEnded(hasWritten: hasWritten)
      }
      guard var batch else { return }
      batch.commit = commit
      publisher.publish(batch)
    }
  }

  /// How the rows of others' commits are found; nil once closed.
  var rowSource: SQLiteConnection.RowSource? { state.withLock { $0.feed?.rowSource } }

  /// Releases the held state of the file. The next look holds it again.
  func letGo() { state.withLock { $0.feed?.letGo() } }

  /// Closes the connections.
  func close() { state.withLock { $0.feed = nil } }

  private func publish(_ batches: [ChangeBatch]) {
    for batch in batches { publisher.publish(batch) }
  }
}
