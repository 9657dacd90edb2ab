// Tells the observers of a connection of each batch, in the order of the commits.

import Locks

/// Keeps the subscribers of one connection and counts its batches.
final class ChangePublisher: Sendable {
  private struct State {
    var generation = 0
    /// In the order of subscription.
    var subscribers: [(id: Int, handler: @Sendable (ChangeBatch) -> Void)] = []
    var lastID = 0
  }

  private let state = Lock(State())
  /// Held while a batch is given out, so that batches of the writer and of the monitor stay in one order. A second
  /// lock, so that a handler may subscribe, unsubscribe and read the generation.
  private let delivery = Lock(())

  /// The number of batches so far.
  var generation: Int { state.withLock(\.generation) }

  /// Adds a subscriber.
  func subscribe(_ handler: @escaping @Sendable (ChangeBatch) -> Void) -> ChangeSubscription {
    let id = state.withLock { state in
      state.lastID += 1
      state.subscribers.append((state.lastID, handler))
      return state.lastID
    }
    return ChangeSubscription(id: id, publisher: self)
  }

  /// Removes a subscriber.
  func unsubscribe(_ id: Int) {
    // The handler is freed outside the lock: what it holds may end subscriptions of its own.
    _ = state.withLock { state in
      state.subscribers.firstIndex { $0.id == id }.map { state.subscribers.remove(at: $0) }
    }
  }

  /// Counts a batch and calls the subscribers with it, on the calling thread.
  func publish(
    _ origin: ChangeBatch.Origin, tables: [String: TableChange] = [:], schemaChanged: Bool = false
  ) {
    delivery.withLock { _ in
      let (generation, subscribers) = state.withLock { state in
        state.generation += 1
        return (state.generation, state.subscribers)
      }
      let batch = ChangeBatch(origin: origin, generation: generation, tables: tables, schemaChanged: schemaChanged)
      for subscriber in subscribers { subscriber.handler(batch) }
    }
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
