// The lifetime of a subscription to a query.

import Locks

/// Calls a closure once, when it is cancelled or freed.
public final class QuerySubscription: Sendable {
  private let onCancel: Lock<(@Sendable () -> Void)?>

  /// Makes a subscription that `onCancel` ends. It is called at most once.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Lock(onCancel) }

  deinit { cancel() }

  /// Ends the subscription now.
  public func cancel() {
    let action = onCancel.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  /// Stores the subscription in a set, which keeps it alive.
  public func store(in subscriptions: inout Set<QuerySubscription>) { subscriptions.insert(self) }
}

extension QuerySubscription: Hashable {
  public static func == (left: QuerySubscription, right: QuerySubscription) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
