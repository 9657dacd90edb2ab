// `@SharedQuery`: a query in a feature's state.

import Containers
import Observing

/// The value of a query, followed as long as a copy of the wrapper exists. Each declaration is a subscriber.
///
/// ```swift
/// @SharedQuery(ColumnProfile(column: "name")) var profile
/// profile              // the value
/// $profile.status      // the status of the query
/// ```
///
/// `observe { }` and stores track what they read of it, whatever thread changes it.
@propertyWrapper
public struct SharedQuery<State: QueryStateProtocol>: Sendable {
  private let subscriber: QuerySubscriber<State>

  /// Subscribes to the store of `query`, in `client` or, if nil, in that of the container.
  public init<Request: QueryRequest>(_ query: Request, client: QueryClient? = nil) where Request.State == State {
    let client = client ?? Container.shared.queryClient()
    subscriber = QuerySubscriber(client.store(for: query))
  }

  /// Subscribes to a store.
  public init(store: QueryStore<State>) { subscriber = QuerySubscriber(store) }

  /// The current value.
  public var wrappedValue: State.StateValue {
    get { subscriber.state.currentValue }
    nonmutating set { subscriber.store.currentValue = newValue }
  }

  /// The state of the query, and its store.
  public var projectedValue: SharedQueryProjection<State> { SharedQueryProjection(subscriber: subscriber) }
}

extension SharedQuery: Equatable {
  /// Whether both follow the same store.
  public static func == (left: SharedQuery, right: SharedQuery) -> Bool {
    left.subscriber.store === right.subscriber.store
  }
}

/// The `$query` value: the properties of the state, tracked like the value, and the store.
@dynamicMemberLookup
public struct SharedQueryProjection<State: QueryStateProtocol>: Sendable {
  fileprivate let subscriber: QuerySubscriber<State>

  /// The query's state: its value, and how that was obtained.
  public var state: State { subscriber.state }
  /// Runs and changes the query.
  public var store: QueryStore<State> { subscriber.store }
  /// Whether the value should be fetched again.
  public var isStale: Bool {
    _ = subscriber.state
    return store.isStale
  }

  /// A property of the query's state. Tracked.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value { state[keyPath: keyPath] }

  /// Returns the value of the current run, or of a new one.
  @discardableResult
  public func fetch() async throws -> State.QueryValue { try await store.fetch() }
}

/// Follows a store for all copies of a wrapper.
private final class QuerySubscriber<State: QueryStateProtocol>: Sendable {
  let store: QueryStore<State>
  private let stamp = ChangeStamp()
  private let subscription: QuerySubscription

  init(_ store: QueryStore<State>) {
    self.store = store
    subscription = store.subscribe(with: QueryEventHandler { [stamp] _, _ in stamp.noteChange() })
  }

  var state: State {
    stamp.access()
    return store.state
  }
}
