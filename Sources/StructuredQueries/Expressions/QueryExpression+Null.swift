// NULL.

extension QueryExpression where QueryValue: QueryBindable {
  /// The value, or this one instead of NULL.
  public func coalesce<Wrapped: QueryBindable>(_ value: Wrapped) -> SQLExpression<Wrapped>
  where QueryValue == Wrapped? {
    SQLExpression("coalesce(\(fragment), \(bind: value))")
  }

  /// The value, or that of another expression instead of NULL.
  public func coalesce<Wrapped: QueryBindable>(_ other: some QueryExpression<Wrapped>) -> SQLExpression<Wrapped>
  where QueryValue == Wrapped? {
    SQLExpression("coalesce(\(fragment), \(other.fragment))")
  }

  /// The same expression where a value that may be NULL is asked for: to assign it, or to compare it with one.
  public var asOptional: SQLExpression<QueryValue?> { SQLExpression(fragment, precedence: precedence) }
}
