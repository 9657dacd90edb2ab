// Tells the observers of a connection of each batch, in the order of the commits.

import Locks

/// Keeps the subscribers of one connection and counts its batches.
final class ChangePublisher: Sendable {
  private struct State {
    var generation = 0
    var subscribers = Subscribers<@Sendable (ChangeBatch) -> Void>()
  }

  private let state = Lock(State())
  /// Held while a batch is given out, so that batches of the writer and of the monitor stay in one order. A second
  /// lock, so that a handler may subscribe, unsubscribe and read the generation.
  private let delivery = Lock(())

  /// The number of batches so far.
  var generation: Int { state.withLock(\.generation) }

  /// Adds a subscriber, at the end or before all others.
  func subscribe(
    isFirst: Bool = false, _ handler: @escaping @Sendable (ChangeBatch) -> Void
  ) -> ChangeSubscription {
    ChangeSubscription(id: state.withLock { $0.subscribers.add(handler, isFirst: isFirst) }, publisher: self)
  }

  /// Removes a subscriber.
  func unsubscribe(_ id: Int) {
    _ = state.withLock { $0.subscribers.remove(id) }
  }

  /// Counts a batch and calls the subscribers with it, on the calling thread, under the `delivery` lock: a handler must
  /// not wait for a write, which may be waiting to publish.
  func publish(_ batch: ChangeBatch) {
    let called = delivery.withLock { _ in
      var batch = batch
      let (generation, handlers) = state.withLock { state in
        state.generation += 1
        return (state.generation, state.subscribers.handlers)
      }
      batch.generation = generation
      for handler in handlers { handler(batch) }
      return handlers
    }
    // A handler may have ended the subscription of another one, which is freed here, outside of both locks.
    withExtendedLifetime(called) {}
  }
}

/// A place among the subscribers of a connection, which ends with this object.
///
/// A handler that is being called when its subscription ends, or is about to be, may be called this once more.
public final class ChangeSubscription: Sendable {
  private let id: Int
  private let publisher: ChangePublisher

  init(id: Int, publisher: ChangePublisher) {
    self.id = id
    self.publisher = publisher
  }

  deinit { cancel() }

  /// Ends the subscription before its object does.
  public func cancel() { publisher.unsubscribe(id) }
}
