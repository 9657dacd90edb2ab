// `@SharedQuery`: a query in a feature's state.

import Containers
import Observing

/// The value of a query, followed for as long as a copy of the wrapper lives. Each declaration is a subscriber.
///
/// ```swift
/// @SharedQuery(ColumnProfile(column: "name")) var profile
/// profile              // the value
/// $profile.status      // where the query stands
/// ```
///
/// `observe { }` and stores follow what they read of it, on whatever thread it changes.
@propertyWrapper
public struct SharedQuery<State: QueryStateProtocol>: Sendable {
  private let subscriber: QuerySubscriber<State>

  /// Subscribes to the store of `query`, in `client` or in that of the container.
  public init<Request: QueryRequest>(_ query: Request, client: QueryClient? = nil) where Request.State == State {
    let client = client ?? Container.shared.queryClient()
    subscriber = QuerySubscriber(client.store(for: query))
  }

  /// Subscribes to a store.
  public init(store: QueryStore<State>) { subscriber = QuerySubscriber(store) }

  /// What is known now.
  public var wrappedValue: State.StateValue {
    get { subscriber.state.currentValue }
    nonmutating set { subscriber.store.currentValue = newValue }
  }

  /// How the query stands, and its store.
  public var projectedValue: SharedQueryProjection<State> { SharedQueryProjection(subscriber: subscriber) }
}

extension SharedQuery: Equatable {
  /// Whether both follow the same store.
  public static func == (left: SharedQuery, right: SharedQuery) -> Bool {
    left.subscriber.store === right.subscriber.store
  }
}

/// What `$query` gives: the properties of the state, followed like the value, and the store.
@dynamicMemberLookup
public struct SharedQueryProjection<State: QueryStateProtocol>: Sendable {
  fileprivate let subscriber: QuerySubscriber<State>

  /// What is known, and how it came to be known.
  public var state: State { subscriber.state }
  /// Runs and changes the query.
  public var store: QueryStore<State> { subscriber.store }
  /// Whether the value is to be fetched again.
  public var isStale: Bool {
    _ = subscriber.state
    return store.isStale
  }

  /// A part of the query's state. Tracked.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value { state[keyPath: keyPath] }

  /// The value of a run: of the one under way, or of a new one.
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
