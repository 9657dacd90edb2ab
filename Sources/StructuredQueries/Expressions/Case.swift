// CASE.

/// One value or another, by conditions: `Case().when($0.priority == nil, then: "none").else("some")`.
public struct Case<Result: QueryBindable>: Sendable {
  private var branches: [QueryFragment] = []

  /// Begins a `CASE` that gives values of a type.
  public init(_ type: Result.Type = Result.self) {}

  /// The value if the condition holds and none before it did.
  public func when(_ condition: some QueryExpression<Bool>, then value: Result) -> Case {
    when(condition, then: SQLExpression(value: value))
  }

  /// The value of an expression if the condition holds and none before it did.
  public func when(_ condition: some QueryExpression<Bool>, then value: some QueryExpression<Result>) -> Case {
    var result = self
    result.branches.append("WHEN \(condition) THEN \(value)")
    return result
  }

  /// The value if no condition holds.
  public func `else`(_ value: Result) -> SQLExpression<Result> { `else`(SQLExpression(value: value)) }

  /// The value of an expression if no condition holds.
  public func `else`(_ value: some QueryExpression<Result>) -> SQLExpression<Result> {
    if branches.isEmpty { return SQLExpression(value.fragment, precedence: value.precedence) }
    return SQLExpression("CASE \(branches.joined(separator: " ")) ELSE \(value) END")
  }

  /// NULL if no condition holds.
  public var elseNull: SQLExpression<Result?> {
    if branches.isEmpty { return SQLExpression("NULL") }
    return SQLExpression("CASE \(branches.joined(separator: " ")) END")
  }
}
