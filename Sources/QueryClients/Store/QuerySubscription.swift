// How long a subscriber hears of a query.

import Locks

/// Ends what it stands for when it is cancelled or released.
public final class QuerySubscription: Sendable {
  private let onCancel: Lock<(@Sendable () -> Void)?>

  /// Stands for something that `onCancel` ends. It is called once at most.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Lock(onCancel) }

  deinit { cancel() }

  /// Ends it now.
  public func cancel() {
    let action = onCancel.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  /// Keeps it in `subscriptions`, for as long as it stays there.
  public func store(in subscriptions: inout Set<QuerySubscription>) { subscriptions.insert(self) }
}

extension QuerySubscription: Hashable {
  public static func == (left: QuerySubscription, right: QuerySubscription) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
