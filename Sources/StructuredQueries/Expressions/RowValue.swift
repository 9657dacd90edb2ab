// Several expressions compared at once, first by the first: how a page is found by its key.

/// Expressions side by side: `RowValue($0.name.collate(.nocase), $0.id) > ("ada", 7)` is
/// `("users"."name" COLLATE NOCASE, "users"."id") > (?, ?)`. SQLite uses an index on both for it.
public struct RowValue<each Value: QueryBindable>: Sendable {
  let fragment: QueryFragment

  public init<each Operand: QueryExpression>(_ operand: repeat each Operand)
  where (repeat each Value) == (repeat (each Operand).QueryValue) {
    var parts: [QueryFragment] = []
    for part in repeat each operand { parts.append(part.fragment) }
    fragment = parts.joined().parenthesized
  }

  /// Whether all values are these.
  public func eq(_ values: repeat each Value) -> SQLExpression<Bool> { compared("=", repeat each values) }
  /// Whether it comes before these values.
  public func lt(_ values: repeat each Value) -> SQLExpression<Bool> { compared("<", repeat each values) }
  /// Whether it comes before these values, or is the same.
  public func lte(_ values: repeat each Value) -> SQLExpression<Bool> { compared("<=", repeat each values) }
  /// Whether it comes after these values.
  public func gt(_ values: repeat each Value) -> SQLExpression<Bool> { compared(">", repeat each values) }
  /// Whether it comes after these values, or is the same.
  public func gte(_ values: repeat each Value) -> SQLExpression<Bool> { compared(">=", repeat each values) }

  public static func < (left: Self, right: (repeat each Value)) -> SQLExpression<Bool> { left.lt(repeat each right) }
  public static func <= (left: Self, right: (repeat each Value)) -> SQLExpression<Bool> { left.lte(repeat each right) }
  public static func > (left: Self, right: (repeat each Value)) -> SQLExpression<Bool> { left.gt(repeat each right) }
  public static func >= (left: Self, right: (repeat each Value)) -> SQLExpression<Bool> { left.gte(repeat each right) }

  private func compared(_ sign: String, _ values: repeat each Value) -> SQLExpression<Bool> {
    var parts: [QueryFragment] = []
    for value in repeat each values { parts.append(QueryFragment(bind: value.queryBinding)) }
    return SQLExpression("\(fragment) \(raw: sign) \(parts.joined().parenthesized)", precedence: .comparison)
  }
}
