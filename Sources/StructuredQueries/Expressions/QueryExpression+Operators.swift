// The operators. Each has two overloads, one for a value and one for an expression, and says what its method says.

extension QueryExpression where QueryValue: QueryBindable {
  public static func == (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.eq(right) }
  public static func == (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.eq(right) }
  public static func != (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.neq(right) }
  public static func != (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.neq(right) }
  public static func < (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.lt(right) }
  public static func < (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.lt(right) }
  public static func <= (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.lte(right) }
  public static func <= (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.lte(right) }
  public static func > (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.gt(right) }
  public static func > (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.gt(right) }
  public static func >= (left: Self, right: QueryValue) -> SQLExpression<Bool> { left.gte(right) }
  public static func >= (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { left.gte(right) }
}

extension QueryExpression<Bool> {
  public func and(_ other: some QueryExpression<Bool>) -> SQLExpression<Bool> {
    logical("AND", other, .and)
  }

  public func or(_ other: some QueryExpression<Bool>) -> SQLExpression<Bool> {
    logical("OR", other, .or)
  }

  public func not() -> SQLExpression<Bool> {
    // Not needed before a comparison, but clearer to a reader of the SQL.
    SQLExpression("NOT \(operand(of: .comparison))", precedence: .not)
  }

  public static func && (left: Self, right: some QueryExpression<Bool>) -> SQLExpression<Bool> { left.and(right) }
  public static func || (left: Self, right: some QueryExpression<Bool>) -> SQLExpression<Bool> { left.or(right) }
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
