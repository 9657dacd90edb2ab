// The context of a run.

/// Values that a query reads while it runs, and settings for how its store runs it.
///
/// The client has a context; each store begins with a copy of it, which the request changes; a call may pass another
/// one. The innermost wins. Declare your own value with a key:
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
    /// The type of the value.
    associatedtype Value: Sendable
    /// The value until it is set.
    static var defaultValue: Value { get }
  }

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes a context of default values.
  public init() {}

  /// The value of a key.
  public subscript<K: Key>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

extension QueryContext {
  /// The client whose store runs the query, to reach other stores; nil for a store without a client.
  public internal(set) var queryClient: QueryClient? {
    get { self[ClientKey.self].client }
    set { self[ClientKey.self] = ClientReference(client: newValue) }
  }

  /// The clock for staleness, for times in the state and for pauses between attempts.
  public var clock: QueryClock {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  private enum ClockKey: Key { static var defaultValue: QueryClock { .continuous } }
  private enum ClientKey: Key { static var defaultValue: ClientReference { ClientReference() } }

  /// Weak, because the client keeps the store that keeps the context.
  private struct ClientReference: Sendable {
    weak let client: QueryClient?

    init(client: QueryClient? = nil) { self.client = client }
  }
}
