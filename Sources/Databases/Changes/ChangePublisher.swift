// Sends each batch to the observers of a connection, in the order of the commits.

import Locks

/// Keeps the subscribers of one connection and counts its batches.
final class ChangePublisher: Sendable {
  private struct State {
    var generation = 0
    var subscribers = Subscribers<@Sendable (ChangeBatch) -> Void>()
  }

  private let state = Lock(State())
  /// Held while a batch is published, so that batches of the writer and of the monitor stay in one order. It is a
  /// second lock, so that a handler may subscribe, unsubscribe and read the generation.
  private let delivery = Lock(())

  /// The number of batches so far.
  var generation: Int { state.withLock(\.generation) }

  /// Adds a subscriber, after all others or before them.
  func subscribe(
    isFirst: Bool = false, _ handler: @escaping @Sendable (ChangeBatch) -> Void
  ) -> ChangeSubscription {
    ChangeSubscription(id: state.withLock { $0.subscribers.add(handler, isFirst: isFirst) }, publisher: self)
  }

  /// Removes a subscriber.
  func unsubscribe(_ id: Int) {
    _ = state.withLock { $0.subscribers.remove(id) }
  }

  /// Numbers a batch and calls the subscribers with it, on the calling thread, under the `delivery` lock. A handler
  /// must not wait for a write, which may be waiting to publish.
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
    // A handler may have ended another subscription, whose handler is freed here, outside both locks.
    withExtendedLifetime(called) {}
  }
}

/// A subscription to the batches of a connection, which ends when this object is freed.
///
/// A handler that is being called when its subscription ends, or is about to be called, may run once more.
public final class ChangeSubscription: Sendable {
  private let id: Int
  private let publisher: ChangePublisher

  init(id: Int, publisher: ChangePublisher) {
    self.id = id
    self.publisher = publisher
  }

  deinit { cancel() }

  /// Ends the subscription before the object is freed.
  public func cancel() { publisher.unsubscribe(id) }
}
