// By what rows are ordered.

/// An expression to order by, and its direction.
public struct OrderTerm: Hashable, Sendable {
  let fragment: QueryFragment
}

/// Upwards or downwards.
public enum OrderDirection: Hashable, Sendable {
  /// The least first, or the greatest first.
  case ascending, descending
}

/// Where NULL stands. Without it SQLite takes NULL as the smallest value.
public enum NullPlacement: Hashable, Sendable {
  /// Before all values, or behind them.
  case first, last
}

/// What may stand in `order { … }`: an expression (upwards) or an `OrderTerm`.
public protocol OrderTermConvertible {
  /// The term in SQL.
  var orderTerm: OrderTerm { get }
}

extension OrderTerm: OrderTermConvertible {
  /// Itself.
  public var orderTerm: OrderTerm { self }
}

extension TableColumn: OrderTermConvertible {}
extension SQLExpression: OrderTermConvertible {}

extension QueryExpression {
  /// Ascending, which is the default.
  public var orderTerm: OrderTerm { OrderTerm(fragment: fragment) }

  /// Upwards.
  public func asc(nulls: NullPlacement? = nil) -> OrderTerm { ordered(.ascending, nulls: nulls) }

  /// Downwards.
  public func desc(nulls: NullPlacement? = nil) -> OrderTerm { ordered(.descending, nulls: nulls) }

  func ordered(_ direction: OrderDirection, nulls: NullPlacement? = nil) -> OrderTerm {
    var result = fragment
    if direction == .descending { result.append(" DESC") }
    switch nulls {
    case .none: break
    case .first: result.append(" NULLS FIRST")
    case .last: result.append(" NULLS LAST")
    }
    return OrderTerm(fragment: result)
  }
}

/// Collects the terms of `order { … }`: one, a tuple of them, several lines, `if`, `switch`, `for`.
@resultBuilder
public enum OrderBuilder {
  /// One term.
  public static func buildExpression(_ term: some OrderTermConvertible) -> [OrderTerm] { [term.orderTerm] }

  /// Several terms side by side.
  public static func buildExpression<each Term: OrderTermConvertible>(_ terms: (repeat each Term)) -> [OrderTerm] {
    var result: [OrderTerm] = []
    for term in repeat each terms { result.append(term.orderTerm) }
    return result
  }

  /// All terms, the first one first.
  public static func buildBlock(_ terms: [OrderTerm]...) -> [OrderTerm] { terms.flatMap { $0 } }
  /// The terms behind `if`.
  public static func buildOptional(_ terms: [OrderTerm]?) -> [OrderTerm] { terms ?? [] }
  /// The terms of the first of two branches.
  public static func buildEither(first terms: [OrderTerm]) -> [OrderTerm] { terms }
  /// The terms of the second of two branches.
  public static func buildEither(second terms: [OrderTerm]) -> [OrderTerm] { terms }
  /// The terms of a loop.
  public static func buildArray(_ terms: [[OrderTerm]]) -> [OrderTerm] { terms.flatMap { $0 } }
}
