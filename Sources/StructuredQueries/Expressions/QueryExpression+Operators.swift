// The operators. Each has an overload for values and one for expressions, and produces the same SQL as its method.

extension QueryExpression where QueryValue: QueryBindable {
  /// The same as `eq`, with a value.
  public static func == (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.eq(right) }
  /// The same as `eq`, with an expression.
  public static func == (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.eq(right) }
  /// The same as `neq`, with a value.
  public static func != (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.neq(right) }
  /// The same as `neq`, with an expression.
  public static func != (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.neq(right) }
  /// The same as `lt`, with a value.
  public static func < (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.lt(right) }
  /// The same as `lt`, with an expression.
  public static func < (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.lt(right) }
  /// The same as `lte`, with a value.
  public static func <= (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.lte(right) }
  /// The same as `lte`, with an expression.
  public static func <= (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.lte(right) }
  /// The same as `gt`, with a value.
  public static func > (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.gt(right) }
  /// The same as `gt`, with an expression.
  public static func > (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.gt(right) }
  /// The same as `gte`, with a value.
  public static func >= (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.gte(right) }
  /// The same as `gte`, with an expression.
  public static func >= (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.gte(right) }
}

// An optional value has another type than a value. As in SQL, NULL is equal to nothing.
extension QueryExpression where QueryValue: QueryBindable {
  /// The same as `eq`, with an expression that may be NULL.
  public static func == (left: Self, right: some QueryExpression<QueryValue?>) -> SQLExpression<Bool> { left.eq(right) }
  /// The same as `eq`, for an expression that may be NULL on the left.
  public static func == <Wrapped>(left: Self, right: some QueryExpression<Wrapped>) -> SQLExpression<Bool>
  where QueryValue == Wrapped? { left.eq(right) }
}

extension QueryExpression<Bool> {
  /// `AND` in SQL.
  public func and(_ other: some QueryExpression<Bool>) -> SQLExpression<Bool> {
    logical("AND", other, .and)
  }

  /// `OR` in SQL.
  public func or(_ other: some QueryExpression<Bool>) -> SQLExpression<Bool> {
    logical("OR", other, .or)
  }

  /// `NOT` in SQL.
  public func not() -> SQLExpression<Bool> {
    // The parentheses are not needed around a comparison, but make the SQL clearer.
    SQLExpression("NOT \(operand(of: .comparison))", precedence: .not)
  }

  /// The same as `and`.
  public static func && (left: Self, right: some QueryExpression<Bool>) -> SQLExpression<Bool> { left.and(right) }
  /// The same as `or`.
  public static func || (left: Self, right: some QueryExpression<Bool>) -> SQLExpression<Bool> { left.or(right) }
  /// The same as `not`.
  public static prefix func ! (operand: Self) -> SQLExpression<Bool> { operand.not() }

  /// AND and OR are associative: `a AND (b AND c)` needs no parentheses.
  private func logical(
    _ sign: String, _ other: some QueryExpression<Bool>, _ precedence: OperatorPrecedence
  ) -> SQLExpression<Bool> {
    let left = self.precedence == precedence ? fragment : operand(of: precedence)
    let right = other.precedence == precedence ? other.fragment : other.operand(of: precedence)
    return SQLExpression("\(left) \(raw: sign) \(right)", precedence: precedence)
  }
}
