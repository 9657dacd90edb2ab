// A value on the left of an operator: `2 * $0.price`, `5 < $0.count`.

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
  /// The bits that both have.
  public static func & (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) & right
  }
  /// The bits that one of both has.
  public static func | (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) | right
  }
  /// A value whose bits move to the left.
  public static func << (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) << right
  }
  /// A value whose bits move to the right.
  public static func >> (left: QueryValue, right: Self) -> SQLExpression<QueryValue> {
    SQLExpression(value: left) >> right
  }
}

// One meaning has one text: the expression comes first.
extension QueryExpression where QueryValue: QueryBindable {
  /// The same as `eq`.
  public static func == (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.eq(left) }
  /// The same as `neq`.
  public static func != (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.neq(left) }
  /// The same as `gt` of the expression.
  public static func < (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.gt(left) }
  /// The same as `gte` of the expression.
  public static func <= (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.gte(left) }
  /// The same as `lt` of the expression.
  public static func > (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.lt(left) }
  /// The same as `lte` of the expression.
  public static func >= (left: QueryValue, right: Self) -> SQLExpression<Bool> { right.lte(left) }
}
