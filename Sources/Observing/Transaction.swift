// Values that a change passes to the closures that it wakes: whether to highlight, and custom keys.

/// A key of a `Transaction`.
public protocol TransactionKey<Value> {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The value if none has been set.
  static var defaultValue: Value { get }
}

/// Values that a mutation passes to the closures that it wakes.
///
/// Read `Transaction.current` inside an observed closure to get those of the change that woke it.
public struct Transaction: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes an empty transaction.
  public init() {}

  /// The transaction of the current mutation or run.
  @TaskLocal public static var current = Transaction()

  /// The value of a key; its default if it is not set.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// This transaction with the values of `other` added; the other's values win.
  public func merging(_ other: Transaction) -> Transaction {
    var result = self
    result.values.merge(other.values) { _, new in new }
    return result
  }
}

extension Transaction {
  private enum IsAnimated: TransactionKey { static let defaultValue = false }
  private enum IsAwaited: TransactionKey { static let defaultValue = false }

  /// Whether to highlight the change on the screen for a moment.
  public var isAnimated: Bool {
    get { self[IsAnimated.self] }
    set { self[IsAnimated.self] = newValue }
  }

  /// Whether a person waits for the change, because a key has asked for it: it is shown in the next turn.
  public var isAwaited: Bool {
    get { self[IsAwaited.self] }
    set { self[IsAwaited.self] = newValue }
  }
}

/// Runs `body`; its mutations pass on the values of the transaction. Inside another transaction the two are merged, and
/// the inner one wins.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try Transaction.$current.withValue(Transaction.current.merging(transaction), operation: body)
}

/// Runs `body`; its mutations pass on the value of one key.
public func withTransaction<Value, Result>(
  _ key: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction.current
  transaction[keyPath: key] = value
  return try Transaction.$current.withValue(transaction, operation: body)
}
