// A list of those that hear of something.

/// Handlers in the order in which they came, each with the number by which it goes. A value inside another object's
/// lock: call and free the handlers outside of it, because what they hold may end subscriptions of its own.
struct Subscribers<Handler> {
  private var members: [(id: Int, handler: Handler)] = []
  private var lastID = 0

  var handlers: [Handler] { members.map(\.handler) }

  mutating func add(_ handler: Handler) -> Int {
    lastID += 1
    members.append((lastID, handler))
    return lastID
  }

  /// - Returns: The handler, to be freed outside of the lock.
  mutating func remove(_ id: Int) -> Handler? {
    members.firstIndex { $0.id == id }.map { members.remove(at: $0).handler }
  }
}
