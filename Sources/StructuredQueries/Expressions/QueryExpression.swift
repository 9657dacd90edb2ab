// What stands in a clause: a column, a call, a comparison.

/// A piece of SQL that has a value of type `QueryValue`.
public protocol QueryExpression<QueryValue>: Sendable {
  /// The Swift type of the value.
  associatedtype QueryValue: QueryDecodable

  /// The text and bindings of the expression.
  var fragment: QueryFragment { get }

  /// How tightly its outermost operator binds.
  var precedence: OperatorPrecedence { get }
}

extension QueryExpression {
  public var precedence: OperatorPrecedence { .atom }

  /// The fragment as an operand of an operator: in parentheses unless it binds more tightly than `precedence`.
  func operand(of precedence: OperatorPrecedence) -> QueryFragment {
    self.precedence > precedence ? fragment : fragment.parenthesized
  }
}

/// How tightly an operator binds: decides where parentheses are needed, so that one meaning has one text.
public enum OperatorPrecedence: Int, Hashable, Sendable, Comparable {
  /// From the operator that binds least to what needs no brackets anywhere.
  case or, and, not, comparison, bitwise, additive, multiplicative, concatenation, collate, sign, atom

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
