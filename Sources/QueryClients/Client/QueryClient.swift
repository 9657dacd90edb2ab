// The stores of an application.

public import Activities
import IssueReporting
import Locks

/// Keeps one store for each path. An application has one client; any thread may use it.
///
/// A store without subscribers and runs is kept for a while, so that a screen that returns finds its value. Then it is
/// dropped, as `QueryEviction` says. A dropped store still works for code that holds it.
public final class QueryClient: Sendable {
  /// The initial context of the stores.
  public let defaultContext: QueryContext

  private let eviction: QueryEviction
  private let activity: Activity
  private let stores = Lock([QueryPath: any AnyQueryStore]())

  /// Makes a client without stores.
  /// - Parameters:
  ///   - defaultContext: the initial context of the stores.
  ///   - eviction: how long unused stores are kept.
  ///   - activity: counts the runs of all stores, to know when none runs.
  public init(
    defaultContext: QueryContext = QueryContext(), eviction: QueryEviction = QueryEviction(),
    activity: Activity = Activity()
  ) {
    self.defaultContext = defaultContext
    self.eviction = eviction
    self.activity = activity
  }

  /// The store for the path of `request`: the kept one, with the modifiers of the request that it was made for, or a
  /// new one.
  ///
  /// If the store of that path holds another kind of state, an issue is reported and the caller gets a separate store.
  public func store<Request: QueryRequest>(for request: Request) -> QueryStore<Request.State> {
    let path = request.path
    if let known = stores.withLock({ $0[path] }) {
      if let store = known as? QueryStore<Request.State> { return store }
      reportIssue(
        """
        The path \(path) belongs to a query whose state is \(type(of: known.state)), and \(Request.self) has \
        \(Request.State.self). Give one of them another path.
        """)
      return makeStore(for: request)
    }
    let store = makeStore(for: request)
    let kept = stores.withLock { stores in
      if let other = stores[path] { return other }
      stores[path] = store
      return store
    }
    evict()
    return kept as? QueryStore<Request.State> ?? store
  }

  private func makeStore<Request: QueryRequest>(for request: Request) -> QueryStore<Request.State> {
    var context = defaultContext
    context.queryClient = self
    return QueryStore(for: request, context: context, activity: activity)
  }

  /// The stores whose paths begin with `prefix`, with any kind of state.
  public func stores(matching prefix: QueryPath = QueryPath()) -> [any AnyQueryStore] {
    stores.withLock { stores in stores.values.filter { $0.path.begins(with: prefix) } }
  }

  /// The stores whose paths begin with `prefix` and that hold this kind of state.
  public func stores<State>(matching prefix: QueryPath = QueryPath(), of state: State.Type) -> [QueryStore<State>] {
    stores(matching: prefix).compactMap { $0 as? QueryStore<State> }
  }

  /// Drops the stores whose paths begin with `prefix`. Their runs are cancelled.
  public func clearStores(matching prefix: QueryPath = QueryPath()) {
    let dropped = stores.withLock { stores in
      let dropped = stores.filter { $0.key.begins(with: prefix) }
      for path in dropped.keys { stores[path] = nil }
      return dropped.values
    }
    for store in dropped { store.cancel() }
  }

  /// Drops unused stores if there are too many or they are too old.
  func evict() {
    let now = defaultContext.clock.now()
    let dropped = stores.withLock { stores in
      let idle = stores.compactMap { path, store in store.idleSince.map { (path, since: $0) } }
        .sorted { $0.since < $1.since }
      let surplus = idle.count - eviction.count
      let dropped = idle.enumerated().filter { $0.offset < surplus || now - $0.element.since > eviction.age }
      return dropped.map { stores.removeValue(forKey: $0.element.0) }
    }
    withExtendedLifetime(dropped) {}
  }
}

extension QueryContext {
  /// The clock that a client uses to keep unused stores: the same for all, even if a query has another clock.
  var evictionClock: QueryClock { queryClient?.defaultContext.clock ?? clock }
}

/// How long a client keeps stores without subscribers and runs.
public struct QueryEviction: Sendable {
  /// The maximum number of unused stores; the oldest are dropped first.
  public var count: Int
  /// The maximum time that an unused store is kept.
  public var age: Duration

  /// Makes limits for the number and the age of unused stores.
  public init(count: Int = 100, age: Duration = .seconds(600)) {
    self.count = count
    self.age = age
  }
}
