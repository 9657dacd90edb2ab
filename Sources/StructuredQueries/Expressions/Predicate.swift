// A condition of a statement, and the builder that collects conditions.

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
  /// All conditions joined with AND; nil if there are none.
  var conjunction: SQLExpression<Bool>? {
    guard let first else { return nil }
    return dropFirst().reduce(first.expression) { $0.and($1.expression) }
  }
}

/// Collects the conditions of `where { … }`, which must all be true: several lines, `if`, `switch`, `for`. Nil is no
/// condition.
@resultBuilder
public enum PredicateBuilder {
  /// A condition.
  public static func buildExpression(_ condition: some QueryExpression<Bool>) -> [Predicate] { [Predicate(condition)] }
  /// A condition that may be NULL, which counts as false.
  public static func buildExpression(_ condition: some QueryExpression<Bool?>) -> [Predicate] { [Predicate(condition)] }
  /// A condition, or none.
  public static func buildExpression(_ condition: SQLExpression<Bool>?) -> [Predicate] {
    condition.map { [Predicate($0)] } ?? []
  }
  /// All conditions, joined with `AND`.
  public static func buildBlock(_ conditions: [Predicate]...) -> [Predicate] { conditions.flatMap { $0 } }
  /// The conditions of an `if`.
  public static func buildOptional(_ conditions: [Predicate]?) -> [Predicate] { conditions ?? [] }
  /// The conditions of the first of two branches.
  public static func buildEither(first conditions: [Predicate]) -> [Predicate] { conditions }
  /// The conditions of the second of two branches.
  public static func buildEither(second conditions: [Predicate]) -> [Predicate] { conditions }
  /// The conditions of a loop.
  public static func buildArray(_ conditions: [[Predicate]]) -> [Predicate] { conditions.flatMap { $0 } }
}
