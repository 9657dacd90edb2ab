// Operators with a value on the left: `2 * $0.price`, `5 < $0.count`.

extension QueryExpression where QueryValue: NumericQueryValue {
  /// A value `+` an expression.
  public static func + (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) + right
  }
  /// A value `-` an expression.
  public static func - (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) - right
  }
  /// A value `*` an expression.
  public static func * (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) * right
  }
  /// A value `/` an expression.
  public static func / (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) / right
  }
}

extension QueryExpression where QueryValue: IntegerQueryValue {
  /// The remainder of a value divided by an expression.
  public static func % (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) % right
  }
  /// The bitwise AND of a value and an expression.
  public static func & (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) & right
  }
  /// The bitwise OR of a value and an expression.
  public static func | (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) | right
  }
  /// A value shifted left by an expression.
  public static func << (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) << right
  }
  /// A value shifted right by an expression.
  public static func >> (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) >> right
  }
}

// Equal meanings have equal SQL: the expression comes first.
extension QueryExpression where QueryValue: QueryBindable {
  /// The same as `eq`.
  public static func == (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.eq(left) }
  /// The same as `neq`.
  public static func != (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.neq(left) }
  /// The same as `gt` on the expression.
  public static func < (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.gt(left) }
  /// The same as `gte` on the expression.
  public static func <= (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.gte(left) }
  /// The same as `lt` on the expression.
  public static func > (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.lt(left) }
  /// The same as `lte` on the expression.
  public static func >= (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.lte(left) }
}
