// The life of a query that was loaded on demand.

import Activities
import Locks

/// What `load(query)` gives: the wrapper follows the query, for as long as you say.
///
/// By itself it follows the query until it loads another one or is dropped. Await `task` to tie it
/// to the awaiting task:
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

  /// Waits until the subscription ends. Cancelling the awaiting task ends it, and throws `CancellationError`: the
  /// wrapper goes on showing what it shows. Returns without an error when the wrapper has loaded another query, or is
  /// gone.
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

  /// Ends the subscription: the wrapper goes on showing what it shows, and follows nothing. Does nothing when the
  /// wrapper follows another query by now.
  public func cancel() {
    endReader()
    lifetime.end()
  }
}

/// Whether a subscription has ended or goes on.
final class SubscriptionLifetime: Sendable {
  private let life = Activity()
  private let hasEnded = Lock(false)

  init() { life.begin() }

  func ended() async { await life.settled() }

  /// Ends it, if it has not ended.
  func end() {
    let isOver = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return hasEnded
    }
    if !isOver { life.end() }
  }
}
