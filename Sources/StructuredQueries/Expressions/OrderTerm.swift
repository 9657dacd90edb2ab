// By what rows are ordered.

/// An expression to order by, and its direction.
public struct OrderTerm: Hashable, Sendable {
  let fragment: QueryFragment
}

/// Upwards or downwards.
public enum OrderDirection: Hashable, Sendable { case ascending, descending }

/// Where NULL stands. Without it SQLite takes NULL as the smallest value.
public enum NullPlacement: Hashable, Sendable { case first, last }

/// What may stand in `order { … }`: an expression (upwards) or an `OrderTerm`.
public protocol OrderTermConvertible {
  var orderTerm: OrderTerm { get }
}

extension OrderTerm: OrderTermConvertible {
  public var orderTerm: OrderTerm { self }
}

extension TableColumn: OrderTermConvertible {}
extension SQLExpression: OrderTermConvertible {}

extension QueryExpression {
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
  public static func buildExpression(_ term: some OrderTermConvertible) -> [OrderTerm] { [term.orderTerm] }

  public static func buildExpression<each Term: OrderTermConvertible>(_ terms: (repeat each Term)) -> [OrderTerm] {
    var result: [OrderTerm] = []
    for term in repeat each terms { result.append(term.orderTerm) }
    return result
  }

  public static func buildBlock(_ terms: [OrderTerm]...) -> [OrderTerm] { terms.flatMap { $0 } }
  public static func buildOptional(_ terms: [OrderTerm]?) -> [OrderTerm] { terms ?? [] }
  public static func buildEither(first terms: [OrderTerm]) -> [OrderTerm] { terms }
  public static func buildEither(second terms: [OrderTerm]) -> [OrderTerm] { terms }
  public static func buildArray(_ terms: [[OrderTerm]]) -> [OrderTerm] { terms.flatMap { $0 } }
}
