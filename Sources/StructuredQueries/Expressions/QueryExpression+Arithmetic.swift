// Numbers.

/// A number, or one that may be missing.
public protocol NumericQueryValue: QueryBindable {}

extension Int: NumericQueryValue {}
extension Double: NumericQueryValue {}
extension Optional: NumericQueryValue where Wrapped: NumericQueryValue {}
extension QueryBinding: NumericQueryValue {}

extension QueryExpression where QueryValue: NumericQueryValue {
  /// `+` in SQL, with a value.
  public static func + (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("+", SQLExpression(value: right), .additive)
  }
  /// `+` in SQL, with an expression.
  public static func + (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("+", right, .additive)
  }
  /// `-` in SQL, with a value.
  public static func - (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("-", SQLExpression(value: right), .additive)
  }
  /// `-` in SQL, with an expression.
  public static func - (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("-", right, .additive)
  }
  /// `*` in SQL, with a value.
  public static func * (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("*", SQLExpression(value: right), .multiplicative)
  }
  /// `*` in SQL, with an expression.
  public static func * (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("*", right, .multiplicative)
  }
  /// `/` in SQL, with a value.
  public static func / (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("/", SQLExpression(value: right), .multiplicative)
  }
  /// `/` in SQL, with an expression.
  public static func / (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("/", right, .multiplicative)
  }

  private func calculated(
    _ sign: String, _ other: some QueryExpression<QueryValue>, _ precedence: OperatorPrecedence
  ) -> SQLExpression<QueryValue> {
    // The left operand may be of the same kind: `a - b - c` means `(a - b) - c`.
    let left = self.precedence >= precedence ? fragment : fragment.parenthesized
    return SQLExpression("\(left) \(raw: sign) \(other.operand(of: precedence))", precedence: precedence)
  }
}

extension SQLExpression where QueryValue: NumericQueryValue {
  /// Sets a column to its sum with a value.
  public static func += (left: inout Self, right: QueryValue) { left = left + right }
  /// Sets a column to what is left of it without a value.
  public static func -= (left: inout Self, right: QueryValue) { left = left - right }
}

// Functions that are not generic: for a plain number the compiler prefers the number's own operator to a generic one,
// and finds no number to read.
/// Sets a column to its sum with an integer.
public func += (left: inout SQLExpression<Int>, right: Int) { left = left + right }
/// Sets a column to what is left of it without an integer.
public func -= (left: inout SQLExpression<Int>, right: Int) { left = left - right }
/// Sets a column to its sum with a real number.
public func += (left: inout SQLExpression<Double>, right: Double) { left = left + right }
/// Sets a column to what is left of it without a real number.
public func -= (left: inout SQLExpression<Double>, right: Double) { left = left - right }

extension SQLExpression<Bool> {
  /// True becomes false and false true: for `update { $0.isCompleted.toggle() }`.
  public mutating func toggle() { self = not() }
}
