// CASE.

/// One value or another, by conditions: `Case().when($0.priority == nil, then: "none").else("some")`.
public struct Case<Result: QueryBindable>: Sendable {
  private var branches: [QueryFragment] = []

  /// Begins a `CASE` with values of a type.
  public init(_ type: Result.Type = Result.self) {}

  /// Adds a value for the first true condition.
  public func when(_ condition: some QueryExpression<Bool>, then value: Result) -> Case {
    when(condition, then: SQLExpression(value: value))
  }

  /// Adds the value of an expression for the first true condition.
  public func when(_ condition: some QueryExpression<Bool>, then value: some QueryExpression<Result>) -> Case {
    var result = self
    result.branches.append("WHEN \(condition) THEN \(value)")
    return result
  }

  /// Ends the `CASE` with the value if no condition is true.
  public func `else`(_ value: Result) -> SQLExpression<Result> { `else`(SQLExpression(value: value)) }

  /// Ends the `CASE` with the value of an expression if no condition is true.
  public func `else`(_ value: some QueryExpression<Result>) -> SQLExpression<Result> {
    if branches.isEmpty { return SQLExpression(value.fragment, precedence: value.precedence) }
    return SQLExpression("CASE \(branches.joined(separator: " ")) ELSE \(value) END")
  }

  /// The `CASE`, with NULL if no condition is true.
  public var elseNull: SQLExpression<Result?> {
    if branches.isEmpty { return SQLExpression("NULL") }
    return SQLExpression("CASE \(branches.joined(separator: " ")) END")
  }
}
