// An expression other than a column.

/// An expression made from others, or from SQL text: `SQLExpression<Int>("length(\($0.body))")`.
public struct SQLExpression<QueryValue: QueryDecodable>: QueryExpression {
  public let fragment: QueryFragment
  public let precedence: OperatorPrecedence

  /// Makes an expression from SQL text. If the text has an operator at its top level, put it in parentheses or pass its
  /// precedence.
  public init(
    _ fragment: QueryFragment, as type: QueryValue.Type = QueryValue.self, precedence: OperatorPrecedence = .atom
  ) {
    self.fragment = fragment
    self.precedence = precedence
  }
}

extension SQLExpression where QueryValue: ExpressibleByNilLiteral {
  /// NULL for each column of the value.
  public static var null: Self {
    Self(Array(repeating: "NULL" as QueryFragment, count: QueryValue.queryColumnCount).joined())
  }
}

extension SQLExpression where QueryValue: QueryBindable {
  /// Makes a `?` for a value.
  public init(value: QueryValue) { self.init(QueryFragment(bind: value.queryBinding)) }
}
