// The expressions of a clause: a column, a call, a comparison.

/// A piece of SQL with a value of type `QueryValue`.
public protocol QueryExpression<QueryValue>: Sendable {
  /// The Swift type of the value.
  associatedtype QueryValue: QueryDecodable

  /// The text and bindings of the expression.
  var fragment: QueryFragment { get }

  /// The precedence of its outermost operator.
  var precedence: OperatorPrecedence { get }
}

extension QueryExpression {
  public var precedence: OperatorPrecedence { .atom }

  /// The fragment as an operand of an operator: in parentheses unless it binds more tightly than `precedence`.
  func operand(of precedence: OperatorPrecedence) -> QueryFragment {
    self.precedence > precedence ? fragment : fragment.parenthesized
  }
}

/// How tightly an operator binds: decides which parentheses are needed, so that equal meanings have equal SQL.
public enum OperatorPrecedence: Int, Hashable, Sendable, Comparable {
  /// From the operator that binds least tightly to expressions that never need parentheses.
  case or, and, not, comparison, bitwise, additive, multiplicative, concatenation, collate, sign, atom

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
