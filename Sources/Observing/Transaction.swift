// What travels with a change to the closures that it wakes: whether to highlight, and keys of one's own.

/// A key of a `Transaction`.
public protocol TransactionKey<Value> {
  /// What a transaction carries under this key.
  associatedtype Value: Sendable
  /// The value where none has been set.
  static var defaultValue: Value { get }
}

/// What travels with a mutation to the closures that it wakes.
///
/// Read `Transaction.current` inside an observed closure to see how the change that woke it was meant.
public struct Transaction: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// A transaction in which nothing is set.
  public init() {}

  /// The transaction of the mutation, or of the re-run, that is under way.
  @TaskLocal public static var current = Transaction()

  /// The value of a key; its default where it isn't set.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// This transaction, with what `other` sets set as there.
  public func merging(_ other: Transaction) -> Transaction {
    var result = self
    result.values.merge(other.values) { _, new in new }
    return result
  }
}

extension Transaction {
  private enum IsAnimated: TransactionKey { static let defaultValue = false }
  private enum IsAwaited: TransactionKey { static let defaultValue = false }

  /// Whether what changes on the screen is to be marked for a moment.
  public var isAnimated: Bool {
    get { self[IsAnimated.self] }
    set { self[IsAnimated.self] = newValue }
  }

  /// Whether a person waits for what changes, since a key asked for it: it is shown in the next turn.
  public var isAwaited: Bool {
    get { self[IsAwaited.self] }
    set { self[IsAwaited.self] = newValue }
  }
}

/// Runs `body`; what the transaction sets travels with the mutations that `body` makes. Inside another transaction the
/// two are merged, the inner one prevailing.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try Transaction.$current.withValue(Transaction.current.merging(transaction), operation: body)
}

/// Runs `body`; the value of one key travels with the mutations that `body` makes.
public func withTransaction<Value, Result>(
  _ key: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction.current
  transaction[keyPath: key] = value
  return try Transaction.$current.withValue(transaction, operation: body)
}
