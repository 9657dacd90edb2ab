// A condition as a statement keeps it, and the builder that collects them.

/// A condition of a statement.
public struct Predicate: Hashable, Sendable {
  var fragment: QueryFragment
  var precedence: OperatorPrecedence

  init(_ expression: some QueryExpression) {
    fragment = expression.fragment
    precedence = expression.precedence
  }

  var expression: SQLExpression<Bool> { SQLExpression(fragment, precedence: precedence) }
}

extension [Predicate] {
  /// All of them as one; `nil` for none.
  var conjunction: SQLExpression<Bool>? {
    guard let first else { return nil }
    return dropFirst().reduce(first.expression) { $0.and($1.expression) }
  }
}

/// Collects the conditions of `where { … }`, all of which must hold: several lines, `if`, `switch`, `for`; `nil` is
/// none.
@resultBuilder
public enum PredicateBuilder {
  public static func buildExpression(_ condition: some QueryExpression<Bool>) -> [Predicate] { [Predicate(condition)] }
  public static func buildExpression(_ condition: some QueryExpression<Bool?>) -> [Predicate] { [Predicate(condition)] }
  public static func buildExpression(_ condition: SQLExpression<Bool>?) -> [Predicate] {
    condition.map { [Predicate($0)] } ?? []
  }
  public static func buildBlock(_ conditions: [Predicate]...) -> [Predicate] { conditions.flatMap { $0 } }
  public static func buildOptional(_ conditions: [Predicate]?) -> [Predicate] { conditions ?? [] }
  public static func buildEither(first conditions: [Predicate]) -> [Predicate] { conditions }
  public static func buildEither(second conditions: [Predicate]) -> [Predicate] { conditions }
  public static func buildArray(_ conditions: [[Predicate]]) -> [Predicate] { conditions.flatMap { $0 } }
}
