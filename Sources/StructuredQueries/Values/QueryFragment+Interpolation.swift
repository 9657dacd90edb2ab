// Interpolation in SQL text: never of a bare string, so that nothing unquoted is inserted by mistake.

extension QueryFragment: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  public struct StringInterpolation: StringInterpolationProtocol {
    /// The fragment so far.
    public var fragment = QueryFragment()

    public init(literalCapacity: Int, interpolationCount: Int) {
      fragment.sql.reserveCapacity(literalCapacity + interpolationCount * 8)
      fragment.bindings.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { fragment.append(literal) }

    /// Another fragment with its bindings.
    public mutating func appendInterpolation(_ other: QueryFragment) { fragment.append(other) }

    /// A column or an expression.
    public mutating func appendInterpolation(_ expression: some QueryExpression) {
      fragment.append(expression.fragment)
    }

    /// The text of a statement; write the parentheses of a subquery yourself.
    public mutating func appendInterpolation(_ statement: some Statement) {
      fragment.append(statement.query)
    }

    /// The quoted name of a table.
    public mutating func appendInterpolation(_ table: (some Table).Type) {
      fragment.append(QueryFragment(quote: table.tableName))
    }

    /// A value, as a `?`.
    public mutating func appendInterpolation(bind value: some QueryBindable) {
      fragment.append(QueryFragment(bind: value.queryBinding))
    }

    /// A value, as a `?`.
    public mutating func appendInterpolation(bind value: QueryBinding) {
      fragment.append(QueryFragment(bind: value))
    }

    /// An identifier known only at run time, in quotes.
    public mutating func appendInterpolation(quote identifier: String) {
      fragment.append(QueryFragment(quote: identifier))
    }

    /// Text inserted as SQL. It must never come from outside the program.
    public mutating func appendInterpolation(raw sql: String) { fragment.append(sql) }
  }
}
