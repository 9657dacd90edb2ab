// Combined conditions: `online && !paused`.

import Locks

/// A condition that is computed from others.
struct CombinedCondition: QueryCondition {
  let parts: [any QueryCondition]
  /// Computes the condition from its parts.
  let combine: @Sendable ([Bool]) -> Bool

  func isSatisfied(in context: QueryContext) -> Bool { combine(parts.map { $0.isSatisfied(in: context) }) }

  func subscribe(
    in context: QueryContext, _ observer: @escaping @Sendable (Bool) -> Void
  ) -> QuerySubscription {
    let told = Lock(isSatisfied(in: context))
    let subscriptions = parts.map { part in
      part.subscribe(in: context) { _ in
        // Another part may change meanwhile on another thread: repeat until the observer has the current value.
        while true {
          let isSatisfied = isSatisfied(in: context)
          let isNews = told.withLock { told in
            defer { told = isSatisfied }
            return told != isSatisfied
          }
          guard isNews else { return }
          observer(isSatisfied)
        }
      }
    }
    return QuerySubscription { for subscription in subscriptions { subscription.cancel() } }
  }
}

extension QueryCondition {
  /// True while both are.
  public static func && (left: Self, right: some QueryCondition) -> some QueryCondition {
    CombinedCondition(parts: [left, right]) { $0[0] && $0[1] }
  }

  /// True while at least one is.
  public static func || (left: Self, right: some QueryCondition) -> some QueryCondition {
    CombinedCondition(parts: [left, right]) { $0[0] || $0[1] }
  }

  /// True while the other is false.
  public static prefix func ! (condition: Self) -> some QueryCondition {
    CombinedCondition(parts: [condition]) { !$0[0] }
  }
}
