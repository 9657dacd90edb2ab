// The lifetime of a query loaded on demand.

import Activities
import Locks

/// The result of `load(query)`: controls how long the wrapper follows the query.
///
/// By default it follows the query until it loads another one or is freed. Await `task` to end it with the awaiting
/// task:
///
/// ```swift
/// .run { _ in try await state.$facts.load(FactsMatching(query)).task }
/// ```
public struct FetchSubscription: Sendable {
  private let lifetime: SubscriptionLifetime
  private let endReader: @Sendable () -> Void

  init(lifetime: SubscriptionLifetime, end: @escaping @Sendable () -> Void) {
    self.lifetime = lifetime
    endReader = end
  }

  /// Waits until the subscription ends. Cancelling the awaiting task ends the subscription and throws
  /// `CancellationError`; the wrapper keeps its value. Returns without an error if the wrapper has loaded another
  /// query, or is gone.
  public var task: Void {
    get async throws {
      await withTaskCancellationHandler {
        await lifetime.ended()
      } onCancel: {
        cancel()
      }
      try Task.checkCancellation()
    }
  }

  /// Ends the subscription: the wrapper keeps its value, and follows nothing. Does nothing if the wrapper already
  /// follows another query.
  public func cancel() {
    endReader()
    lifetime.end()
  }
}

/// Whether a subscription has ended.
final class SubscriptionLifetime: Sendable {
  private let life = Activity()
  private let hasEnded = Lock(false)

  init() { life.begin() }

  func ended() async { await life.settled() }

  /// Ends it, unless it has already ended.
  func end() {
    let isOver = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return hasEnded
    }
    if !isOver { life.end() }
  }
}
