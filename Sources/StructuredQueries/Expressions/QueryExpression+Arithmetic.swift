// Numbers.

/// A number, or one that may be missing.
public protocol NumericQueryValue: QueryBindable {}

extension Double: NumericQueryValue {}
extension Float: NumericQueryValue {}
extension Optional: NumericQueryValue where Wrapped: NumericQueryValue {}
extension QueryBinding: NumericQueryValue {}

/// A real number, or one that may be missing.
public protocol RealQueryValue: NumericQueryValue {}

extension Double: RealQueryValue {}
extension Float: RealQueryValue {}
extension Optional: RealQueryValue where Wrapped: RealQueryValue {}

/// An integer, or one that may be missing.
public protocol IntegerQueryValue: NumericQueryValue {}

extension Int: IntegerQueryValue {}
extension Int8: IntegerQueryValue {}
extension Int16: IntegerQueryValue {}
extension Int32: IntegerQueryValue {}
extension Int64: IntegerQueryValue {}
extension UInt8: IntegerQueryValue {}
extension UInt16: IntegerQueryValue {}
extension UInt32: IntegerQueryValue {}
extension UInt64: IntegerQueryValue {}
extension UInt: IntegerQueryValue {}
extension Optional: IntegerQueryValue where Wrapped: IntegerQueryValue {}
extension QueryBinding: IntegerQueryValue {}

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

  /// The number with the other sign.
  public static prefix func - (operand: Self) -> SQLExpression<QueryValue> {
    SQLExpression("-\(operand.operand(of: .sign))", precedence: .sign)
  }

  /// The number rounded to so many digits behind the point; SQLite gives a real number.
  public func round(_ digits: Int = 0) -> SQLExpression<QueryValue> where QueryValue: RealQueryValue {
    SQLExpression(digits == 0 ? "round(\(fragment))" : "round(\(fragment), \(bind: digits))")
  }

  /// -1, 0 or 1, as the number is.
  public func sign() -> SQLExpression<QueryValue> { SQLExpression("sign(\(fragment))") }

  /// The number without its sign.
  public func abs() -> SQLExpression<QueryValue> { SQLExpression("abs(\(fragment))") }

  fileprivate func calculated(
    _ sign: String, _ other: some QueryExpression<QueryValue>, _ precedence: OperatorPrecedence
  ) -> SQLExpression<QueryValue> {
    // The left operand may be of the same kind: `a - b - c` means `(a - b) - c`.
    let left = self.precedence >= precedence ? fragment : fragment.parenthesized
    return SQLExpression("\(left) \(raw: sign) \(other.operand(of: precedence))", precedence: precedence)
  }
}

extension QueryExpression where QueryValue: IntegerQueryValue {
  /// The remainder of a division, with a value.
  public static func % (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("%", SQLExpression(value: right), .multiplicative)
  }
  /// The remainder of a division, with an expression.
  public static func % (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("%", right, .multiplicative)
  }
  /// The bits that both have, with a value.
  public static func & (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("&", SQLExpression(value: right), .bitwise)
  }
  /// The bits that both have, with an expression.
  public static func & (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("&", right, .bitwise)
  }
  /// The bits that one of both has, with a value.
  public static func | (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("|", SQLExpression(value: right), .bitwise)
  }
  /// The bits that one of both has, with an expression.
  public static func | (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("|", right, .bitwise)
  }
  /// The number whose bits move to the left by a value.
  public static func << (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("<<", SQLExpression(value: right), .bitwise)
  }
  /// The number whose bits move to the left by an expression.
  public static func << (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("<<", right, .bitwise)
  }
  /// The number whose bits move to the right by a value.
  public static func >> (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated(">>", SQLExpression(value: right), .bitwise)
  }
  /// The number whose bits move to the right by an expression.
  public static func >> (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated(">>", right, .bitwise)
  }
  /// The bits that the number doesn't have.
  public static prefix func ~ (operand: Self) -> SQLExpression<QueryValue> {
    SQLExpression("~\(operand.operand(of: .sign))", precedence: .sign)
  }
}

extension SQLExpression where QueryValue: NumericQueryValue {
  /// Sets a column to its sum with a value.
  public static func += (left: inout Self, right: QueryValue) { left = left + right }
  /// Sets a column to what is left of it without a value.
  public static func -= (left: inout Self, right: QueryValue) { left = left - right }
  /// Sets a column to its product with a value.
  public static func *= (left: inout Self, right: QueryValue) { left = left * right }
  /// Sets a column to its quotient by a value.
  public static func /= (left: inout Self, right: QueryValue) { left = left / right }
}

// Functions that are not generic: for a plain number the compiler prefers the number's own operator to a generic one,
// and finds no number to read.
/// Sets a column to its sum with an integer.
public func += (left: inout SQLExpression<Int>, right: Int) { left = left + right }
/// Sets a column to what is left of it without an integer.
public func -= (left: inout SQLExpression<Int>, right: Int) { left = left - right }
/// Sets a column to its product with an integer.
public func *= (left: inout SQLExpression<Int>, right: Int) { left = left * right }
/// Sets a column to its quotient by an integer.
public func /= (left: inout SQLExpression<Int>, right: Int) { left = left / right }
/// Sets a column to its sum with an integer.
public func += (left: inout SQLExpression<Int64>, right: Int64) { left = left + right }
/// Sets a column to what is left of it without an integer.
public func -= (left: inout SQLExpression<Int64>, right: Int64) { left = left - right }
/// Sets a column to its product with an integer.
public func *= (left: inout SQLExpression<Int64>, right: Int64) { left = left * right }
/// Sets a column to its quotient by an integer.
public func /= (left: inout SQLExpression<Int64>, right: Int64) { left = left / right }
/// Sets a column to its sum with a real number.
public func += (left: inout SQLExpression<Double>, right: Double) { left = left + right }
/// Sets a column to what is left of it without a real number.
public func -= (left: inout SQLExpression<Double>, right: Double) { left = left - right }
/// Sets a column to its product with a real number.
public func *= (left: inout SQLExpression<Double>, right: Double) { left = left * right }
/// Sets a column to its quotient by a real number.
public func /= (left: inout SQLExpression<Double>, right: Double) { left = left / right }

extension SQLExpression<Bool> {
  /// True becomes false and false true: for `update { $0.isCompleted.toggle() }`.
  public mutating func toggle() { self = not() }
}
