/// Handlers in the order of subscription, each with a number. A value inside another object's lock: call and free the
/// handlers outside that lock, because they may own subscriptions that end.
public struct Subscribers<Handler> {
  private var members: [(id: Int, handler: Handler)] = []
  private var lastID = 0

  /// Makes an empty list.
  public init() {}

  /// The handlers, in order.
  public var handlers: [Handler] { members.map(\.handler) }

  /// Adds a handler at the end, or before all others.
  /// - Returns: Its number.
  public mutating func add(_ handler: Handler, isFirst: Bool = false) -> Int {
    lastID += 1
    members.insert((lastID, handler), at: isFirst ? 0 : members.count)
    return lastID
  }

  /// Removes the handler with this number.
  /// - Returns: The handler, to be freed outside the lock.
  public mutating func remove(_ id: Int) -> Handler? {
    members.firstIndex { $0.id == id }.map { members.remove(at: $0).handler }
  }
}

extension Subscribers: Sendable where Handler: Sendable {}
