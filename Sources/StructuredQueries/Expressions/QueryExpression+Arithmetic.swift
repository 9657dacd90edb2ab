// Arithmetic on numbers.

/// A number, or an optional one.
public protocol NumericQueryValue: QueryBindable {}

extension Double: NumericQueryValue {}
extension Float: NumericQueryValue {}
extension Optional: NumericQueryValue where Wrapped: NumericQueryValue {}
extension QueryBinding: NumericQueryValue {}

/// A real number, or an optional one.
public protocol RealQueryValue: NumericQueryValue {}

extension Double: RealQueryValue {}
extension Float: RealQueryValue {}
extension Optional: RealQueryValue where Wrapped: RealQueryValue {}

/// An integer, or an optional one.
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

  /// The negated number.
  public static prefix func - (operand: Self) -> SQLExpression<QueryValue> {
    SQLExpression("-\(operand.operand(of: .sign))", precedence: .sign)
  }

  /// The number rounded to a number of decimal places; SQLite returns a real number.
  public func round(_ digits: Int = 0) -> SQLExpression<QueryValue> where QueryValue: RealQueryValue {
    SQLExpression(digits == 0 ? "round(\(fragment))" : "round(\(fragment), \(bind: digits))")
  }

  /// The sign: -1, 0 or 1.
  public func sign() -> SQLExpression<QueryValue> { SQLExpression("sign(\(fragment))") }

  /// The absolute value.
  public func abs() -> SQLExpression<QueryValue> { SQLExpression("abs(\(fragment))") }

  fileprivate func calculated(
    _ sign: String, _ other: some QueryExpression<QueryValue>, _ precedence: OperatorPrecedence
  ) -> SQLExpression<QueryValue> {
    // The left operand may have the same precedence: `a - b - c` means `(a - b) - c`.
    let left = self.precedence >= precedence ? fragment : fragment.parenthesized
    return SQLExpression("\(left) \(raw: sign) \(other.operand(of: precedence))", precedence: precedence)
  }
}

extension QueryExpression where QueryValue: IntegerQueryValue {
  /// The remainder of the division by a value.
  public static func % (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("%", SQLExpression(value: right), .multiplicative)
  }
  /// The remainder of the division by an expression.
  public static func % (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("%", right, .multiplicative)
  }
  /// The bitwise AND with a value.
  public static func & (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("&", SQLExpression(value: right), .bitwise)
  }
  /// The bitwise AND with an expression.
  public static func & (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("&", right, .bitwise)
  }
  /// The bitwise OR with a value.
  public static func | (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("|", SQLExpression(value: right), .bitwise)
  }
  /// The bitwise OR with an expression.
  public static func | (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("|", right, .bitwise)
  }
  /// The number shifted left by a value.
  public static func << (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated("<<", SQLExpression(value: right), .bitwise)
  }
  /// The number shifted left by an expression.
  public static func << (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated("<<", right, .bitwise)
  }
  /// The number shifted right by a value.
  public static func >> (left: Self, right: QueryValue) -> SQLExpression<QueryValue> {
    left.calculated(">>", SQLExpression(value: right), .bitwise)
  }
  /// The number shifted right by an expression.
  public static func >> (left: Self, right: some QueryExpression<QueryValue>) -> SQLExpression<QueryValue> {
    left.calculated(">>", right, .bitwise)
  }
  /// The bitwise complement.
  public static prefix func ~ (operand: Self) -> SQLExpression<QueryValue> {
    SQLExpression("~\(operand.operand(of: .sign))", precedence: .sign)
  }
}

extension SQLExpression where QueryValue: NumericQueryValue {
  /// Adds a value to a column.
  public static func += (left: inout Self, right: QueryValue) { left = left + right }
  /// Subtracts a value from a column.
  public static func -= (left: inout Self, right: QueryValue) { left = left - right }
  /// Multiplies a column by a value.
  public static func *= (left: inout Self, right: QueryValue) { left = left * right }
  /// Divides a column by a value.
  public static func /= (left: inout Self, right: QueryValue) { left = left / right }
}

// Not generic: for a plain number the compiler prefers the number's own operator to a generic one, and fails because
// the column can't be read as a number.
/// Adds an integer to a column.
public func += (left: inout SQLExpression<Int>, right: Int) { left = left + right }
/// Subtracts an integer from a column.
public func -= (left: inout SQLExpression<Int>, right: Int) { left = left - right }
/// Multiplies a column by an integer.
public func *= (left: inout SQLExpression<Int>, right: Int) { left = left * right }
/// Divides a column by an integer.
public func /= (left: inout SQLExpression<Int>, right: Int) { left = left / right }
/// Adds an integer to a column.
public func += (left: inout SQLExpression<Int64>, right: Int64) { left = left + right }
/// Subtracts an integer from a column.
public func -= (left: inout SQLExpression<Int64>, right: Int64) { left = left - right }
/// Multiplies a column by an integer.
public func *= (left: inout SQLExpression<Int64>, right: Int64) { left = left * right }
/// Divides a column by an integer.
public func /= (left: inout SQLExpression<Int64>, right: Int64) { left = left / right }
/// Adds a real number to a column.
public func += (left: inout SQLExpression<Double>, right: Double) { left = left + right }
/// Subtracts a real number from a column.
public func -= (left: inout SQLExpression<Double>, right: Double) { left = left - right }
/// Multiplies a column by a real number.
public func *= (left: inout SQLExpression<Double>, right: Double) { left = left * right }
/// Divides a column by a real number.
public func /= (left: inout SQLExpression<Double>, right: Double) { left = left / right }

extension SQLExpression<Bool> {
  /// Inverts the column: for `update { $0.isCompleted.toggle() }`.
  public mutating func toggle() { self = not() }
}
