// Handling of NULL.

extension QueryExpression where QueryValue: QueryBindable {
  /// The value, or the given one if it is NULL.
  public func coalesce<Wrapped: QueryBindable>(_ value: Wrapped) -> SQLExpression<Wrapped>
  where QueryValue == Wrapped? {
    SQLExpression("coalesce(\(fragment), \(bind: value))")
  }

  /// The value, or that of another expression if it is NULL.
  public func coalesce<Wrapped: QueryBindable>(_ other: some QueryExpression<Wrapped>) -> SQLExpression<Wrapped>
  where QueryValue == Wrapped? {
    SQLExpression("coalesce(\(fragment), \(other.fragment))")
  }

  /// The same as `coalesce`, with a value.
  public static func ?? <Wrapped: QueryBindable>(left: Self, right: Wrapped) -> SQLExpression<Wrapped>
  where QueryValue == Wrapped? {
    left.coalesce(right)
  }

  /// The same as `coalesce`, with an expression.
  public static func ?? <Wrapped: QueryBindable>(
    left: Self, right: some QueryExpression<Wrapped>
  ) -> SQLExpression<Wrapped> where QueryValue == Wrapped? {
    left.coalesce(right)
  }

  /// The value, or the given one if it is NULL.
  public func ifnull<Wrapped: QueryBindable>(_ value: Wrapped) -> SQLExpression<Wrapped> where QueryValue == Wrapped? {
    SQLExpression("ifnull(\(fragment), \(bind: value))")
  }

  /// The value, or that of another expression if it is NULL.
  public func ifnull<Wrapped: QueryBindable>(_ other: some QueryExpression<Wrapped>) -> SQLExpression<Wrapped>
  where QueryValue == Wrapped? {
    SQLExpression("ifnull(\(fragment), \(other.fragment))")
  }

  /// The value, or NULL if it equals the given one.
  public func nullif(_ value: QueryValue) -> SQLExpression<QueryValue?> {
    SQLExpression("nullif(\(fragment), \(bind: value))")
  }

  /// The value, or NULL if it equals that of another expression.
  public func nullif(_ other: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue?> {
    SQLExpression("nullif(\(fragment), \(other.fragment))")
  }

  /// The value, or NULL if it equals the given one.
  public func nullif<Wrapped: QueryBindable>(_ value: Wrapped) -> SQLExpression<QueryValue>
  where QueryValue == Wrapped? {
    SQLExpression("nullif(\(fragment), \(bind: value))")
  }

  /// The bytes of the value as text, two hexadecimal digits each; an empty text for NULL.
  public func hex() -> SQLExpression<String> { SQLExpression("hex(\(fragment))") }

  /// The same expression as an optional value: to assign it to one, or to compare it with one.
  public var asOptional: SQLExpression<QueryValue?> { SQLExpression(fragment, precedence: precedence) }
}
