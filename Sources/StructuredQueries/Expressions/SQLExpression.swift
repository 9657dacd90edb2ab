// An expression that is not a mere column.

/// An expression made from others, or from SQL text: `SQLExpression<Int>("length(\($0.body))")`.
public struct SQLExpression<QueryValue: QueryDecodable>: QueryExpression {
  public let fragment: QueryFragment
  public let precedence: OperatorPrecedence

  /// An expression from SQL text. The text of an operator (not a call or a name) belongs in parentheses, or say how
  /// tightly it binds.
  public init(
    _ fragment: QueryFragment, as type: QueryValue.Type = QueryValue.self, precedence: OperatorPrecedence = .atom
  ) {
    self.fragment = fragment
    self.precedence = precedence
  }
}

extension SQLExpression where QueryValue: ExpressibleByNilLiteral {
  /// NULL in each column of the value.
  public static var null: Self {
    Self(Array(repeating: "NULL" as QueryFragment, count: QueryValue.queryColumnCount).joined())
  }
}

extension SQLExpression where QueryValue: QueryBindable {
  /// A value as a `?`.
  public init(value: QueryValue) { self.init(QueryFragment(bind: value.queryBinding)) }
}
