// Conditions made of others: `online && !paused`.

import Locks

/// A condition that holds or doesn't as others do.
struct CombinedCondition: QueryCondition {
  let parts: [any QueryCondition]
  /// Says whether it holds, given whether each part does.
  let combine: @Sendable ([Bool]) -> Bool

  func isSatisfied(in context: QueryContext) -> Bool { combine(parts.map { $0.isSatisfied(in: context) }) }

  func subscribe(
    in context: QueryContext, _ observer: @escaping @Sendable (Bool) -> Void
  ) -> QuerySubscription {
    let told = Lock(isSatisfied(in: context))
    let subscriptions = parts.map { part in
      part.subscribe(in: context) { _ in
        // Another part may change meanwhile on another thread, so it asks until the observer knows how things are.
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
  /// Holds while both do.
  public static func && (left: Self, right: some QueryCondition) -> some QueryCondition {
    CombinedCondition(parts: [left, right]) { $0[0] && $0[1] }
  }

  /// Holds while one of both does, or both.
  public static func || (left: Self, right: some QueryCondition) -> some QueryCondition {
    CombinedCondition(parts: [left, right]) { $0[0] || $0[1] }
  }

  /// Holds while the other doesn't.
  public static prefix func ! (condition: Self) -> some QueryCondition {
    CombinedCondition(parts: [condition]) { !$0[0] }
  }
}
