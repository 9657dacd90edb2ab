// The terms of ORDER BY.

/// An expression to order by, and its direction.
public struct OrderTerm: Hashable, Sendable {
  let fragment: QueryFragment
}

/// The direction of an order.
public enum OrderDirection: Hashable, Sendable {
  /// Smallest first, or greatest first.
  case ascending, descending
}

/// The place of NULL in an order. By default SQLite treats NULL as the smallest value.
public enum NullPlacement: Hashable, Sendable {
  /// Before all values, or after them.
  case first, last
}

/// A type that `order { … }` accepts: an expression (ascending) or an `OrderTerm`.
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
  /// The expression, ascending, which is the default.
  public var orderTerm: OrderTerm { OrderTerm(fragment: fragment) }

  /// The expression, ascending.
  public func asc(nulls: NullPlacement? = nil) -> OrderTerm { ordered(.ascending, nulls: nulls) }

  /// The expression, descending.
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

  /// Several terms on one line.
  public static func buildExpression<each Term: OrderTermConvertible>(_ terms: (repeat each Term)) -> [OrderTerm] {
    var result: [OrderTerm] = []
    for term in repeat each terms { result.append(term.orderTerm) }
    return result
  }

  /// All terms, in order.
  public static func buildBlock(_ terms: [OrderTerm]...) -> [OrderTerm] { terms.flatMap { $0 } }
  /// The terms of an `if`.
  public static func buildOptional(_ terms: [OrderTerm]?) -> [OrderTerm] { terms ?? [] }
  /// The terms of the first of two branches.
  public static func buildEither(first terms: [OrderTerm]) -> [OrderTerm] { terms }
  /// The terms of the second of two branches.
  public static func buildEither(second terms: [OrderTerm]) -> [OrderTerm] { terms }
  /// The terms of a loop.
  public static func buildArray(_ terms: [[OrderTerm]]) -> [OrderTerm] { terms.flatMap { $0 } }
}
