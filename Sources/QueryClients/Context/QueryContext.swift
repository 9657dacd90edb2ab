// What a run knows of its surroundings.

/// Values that a query reads while it runs, and how its store runs it.
///
/// The client has a context; each store begins with a copy of it, to which the request adds; a call may use another
/// one. The innermost wins. Declare a value of one's own by a key:
///
/// ```swift
/// extension QueryContext {
///   var reader: any Reader {
///     get { self[ReaderKey.self] }
///     set { self[ReaderKey.self] = newValue }
///   }
///   private enum ReaderKey: Key {
///     static var defaultValue: any Reader { FileReader() }
///   }
/// }
/// ```
public struct QueryContext: Sendable {
  /// Names a value of the context.
  public protocol Key<Value> {
    /// What the context holds under this key.
    associatedtype Value: Sendable
    /// What the context holds before it is set.
    static var defaultValue: Value { get }
  }

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// A context of default values.
  public init() {}

  /// The value of a key.
  public subscript<K: Key>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

extension QueryContext {
  /// The client whose store runs the query, to reach the stores of others. `nil` for a store without a client.
  public internal(set) var queryClient: QueryClient? {
    get { self[ClientKey.self].client }
    set { self[ClientKey.self] = ClientReference(client: newValue) }
  }

  /// The clock of staleness, of times in the state and of pauses between attempts.
  public var clock: QueryClock {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  private enum ClockKey: Key { static var defaultValue: QueryClock { .continuous } }
  private enum ClientKey: Key { static var defaultValue: ClientReference { ClientReference() } }

  /// Weak, since the client keeps the store that keeps the context.
  private struct ClientReference: Sendable {
    weak let client: QueryClient?

    init(client: QueryClient? = nil) { self.client = client }
  }
}
