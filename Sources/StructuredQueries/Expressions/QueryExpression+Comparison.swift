// Compares expressions with values and with each other, as methods.

extension QueryExpression {
  /// `self operator other`, with parentheses around operands that need them.
  func comparison(_ sign: String, _ other: some QueryExpression) -> SQLExpression<Bool> {
    binary(sign, other.operand(of: .comparison), .comparison)
  }

  func binary<Result>(
    _ sign: String, _ other: QueryFragment, _ precedence: OperatorPrecedence
  ) -> SQLExpression<Result> {
    var fragment = operand(of: precedence)
    fragment.append(" \(raw: sign) ")
    fragment.append(other)
    return SQLExpression(fragment, precedence: precedence)
  }
}

extension QueryExpression where QueryValue: QueryBindable {
  /// Whether the column has this value. `nil` equals NULL, as in Swift.
  public func eq(_ value: QueryValue) -> SQLExpression<Bool> {
    if !QueryValue.isNullable { return binary("=", QueryFragment(bind: value.queryBinding), .comparison) }
    let binding = value.queryBinding
    return binary("IS", binding == .null ? "NULL" : QueryFragment(bind: binding), .comparison)
  }

  /// Whether the column has a different value. As in Swift, NULL differs from every value but `nil`.
  public func neq(_ value: QueryValue) -> SQLExpression<Bool> {
    if !QueryValue.isNullable { return binary("<>", QueryFragment(bind: value.queryBinding), .comparison) }
    let binding = value.queryBinding
    return binary("IS NOT", binding == .null ? "NULL" : QueryFragment(bind: binding), .comparison)
  }

  /// Whether both values are equal; not true if one is NULL. See `is(_:)`.
  public func eq(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison("=", other) }

  /// Whether both values are equal; not true if one is NULL.
  public func eq(_ other: some QueryExpression<QueryValue?>) -> SQLExpression<Bool> { comparison("=", other) }

  /// Whether both values are equal; not true if one is NULL.
  public func eq<Wrapped>(_ other: some QueryExpression<Wrapped>) -> SQLExpression<Bool>
  where QueryValue == Wrapped? {
    comparison("=", other)
  }

  /// Whether the values differ; not true if one is NULL.
  public func neq(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison("<>", other) }

  /// Whether both values are equal, or both are NULL.
  public func `is`(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison("IS", other) }

  /// Whether the values differ, or only one is NULL.
  public func isNot(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison("IS NOT", other) }

  /// `<` in SQL, with a value.
  public func lt(_ value: QueryValue) -> SQLExpression<Bool> { comparison("<", SQLExpression(value: value)) }
  /// `<` in SQL, with an expression.
  public func lt(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison("<", other) }
  /// `<=` in SQL, with a value.
  public func lte(_ value: QueryValue) -> SQLExpression<Bool> { comparison("<=", SQLExpression(value: value)) }
  /// `<=` in SQL, with an expression.
  public func lte(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison("<=", other) }
  /// `>` in SQL, with a value.
  public func gt(_ value: QueryValue) -> SQLExpression<Bool> { comparison(">", SQLExpression(value: value)) }
  /// `>` in SQL, with an expression.
  public func gt(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison(">", other) }
  /// `>=` in SQL, with a value.
  public func gte(_ value: QueryValue) -> SQLExpression<Bool> { comparison(">=", SQLExpression(value: value)) }
  /// `>=` in SQL, with an expression.
  public func gte(_ other: some QueryExpression<QueryValue>) -> SQLExpression<Bool> { comparison(">=", other) }

  /// Whether the value is between two others, inclusive.
  public func between(_ lower: QueryValue, and upper: QueryValue) -> SQLExpression<Bool> {
    let bounds: QueryFragment = "\(bind: lower) AND \(bind: upper)"
    return binary("BETWEEN", bounds, .comparison)
  }

  /// Whether the value is one of these; false if there are none.
  public func `in`(_ values: some Sequence<QueryValue>) -> SQLExpression<Bool> {
    let list = values.map { QueryFragment(bind: $0.queryBinding) }.joined()
    return binary("IN", list.parenthesized, .comparison)
  }

  /// Whether the value is in the result of the statement; false if the statement is empty.
  public func `in`(_ statement: some Statement<QueryValue>) -> SQLExpression<Bool> {
    binary("IN", statement.query.parenthesized, .comparison)
  }

  /// The value converted to another type with `CAST`.
  public func cast<Result: QueryBindable>(as type: CastType<Result>) -> SQLExpression<Result> {
    SQLExpression("CAST(\(fragment) AS \(raw: type.name))")
  }
}

/// A target type of `cast(as:)`.
public struct CastType<Result: QueryBindable>: Sendable {
  let name: String
}

extension CastType<Int> {
  /// `INTEGER` in SQL.
  public static var integer: Self { Self(name: "INTEGER") }
}

extension CastType<Double> {
  /// `REAL` in SQL.
  public static var real: Self { Self(name: "REAL") }
}

extension CastType<String> {
  /// `TEXT` in SQL.
  public static var text: Self { Self(name: "TEXT") }
}

extension CastType<[UInt8]> {
  /// `BLOB` in SQL.
  public static var blob: Self { Self(name: "BLOB") }
}
