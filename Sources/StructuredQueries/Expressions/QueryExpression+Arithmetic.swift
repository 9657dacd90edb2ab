// Numbers.

/// A number, or one that may be missing.
public protocol NumericQueryValue: QueryBindable {}

extension Int: NumericQueryValue {}
extension Double: NumericQueryValue {}
extension Optional: NumericQueryValue where Wrapped: NumericQueryValue {}
extension QueryBinding: NumericQueryValue {}

extension QueryExpression where QueryValue: NumericQueryValue {
  public static func + (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("+", SQLExpression(value: right), .additive)
  }
  public static func + (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("+", right, .additive)
  }
  public static func - (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("-", SQLExpression(value: right), .additive)
  }
  public static func - (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("-", right, .additive)
  }
  public static func * (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("*", SQLExpression(value: right), .multiplicative)
  }
  public static func * (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("*", right, .multiplicative)
  }
  public static func / (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("/", SQLExpression(value: right), .multiplicative)
  }
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
  public static func += (left: inout Self, right: QueryValue) { left = left + right }
  public static func -= (left: inout Self, right: QueryValue) { left = left - right }
}

// Functions that are not generic: for a plain number the compiler prefers the number's own operator to a generic one,
// and finds no number to read.
public func += (left: inout SQLExpression<Int>, right: Int) { left = left + right }
public func -= (left: inout SQLExpression<Int>, right: Int) { left = left - right }
public func += (left: inout SQLExpression<Double>, right: Double) { left = left + right }
public func -= (left: inout SQLExpression<Double>, right: Double) { left = left - right }

extension SQLExpression<Bool> {
  /// True becomes false and false true: for `update { $0.isCompleted.toggle() }`.
  public mutating func toggle() { self = not() }
}
