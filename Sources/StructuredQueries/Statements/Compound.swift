// UNION, EXCEPT, INTERSECT.

/// Several queries with rows of one type, as one. The last combination is the outermost: `a.union(b.except(c))`
/// subtracts `c` only from `b`.
public struct Compound<QueryValue: QueryDecodable>: Statement {
  var parts: QueryFragment
  var orders: [OrderTerm] = []
  var limit: QueryFragment?
  var offset: QueryFragment?

  public var query: QueryFragment {
    if parts.isEmpty { return "" }
    var result = parts
    result.appendClauses(orders: orders, limit: limit, offset: offset)
    return result
  }

  /// SQLite evaluates the parts from left to right.
  public func part(isFirst: Bool) -> QueryFragment {
    if parts.isEmpty { return "" }
    return isFirst && orders.isEmpty && limit == nil && offset == nil ? parts : "SELECT * FROM (\(query))"
  }
}

extension Select {
  public func part(isFirst: Bool) -> QueryFragment {
    if isNone { return "" }
    return orders.isEmpty && limit == nil && offset == nil ? query : "SELECT * FROM (\(query))"
  }
}

extension Statement {
  /// The rows of both, without duplicates; with `all`, including duplicates. Empty statements are omitted.
  public func union(all: Bool = false, _ other: some Statement<QueryValue>) -> Compound<QueryValue> {
    let first = part(isFirst: true)
    let second = other.part(isFirst: false)
    if first.isEmpty { return Compound(parts: second) }
    if second.isEmpty { return Compound(parts: first) }
    return Compound(parts: "\(first) UNION \(raw: all ? "ALL " : "")\(second)")
  }

  /// The rows that the other statement does not return, without duplicates.
  public func except(_ other: some Statement<QueryValue>) -> Compound<QueryValue> {
    let first = part(isFirst: true)
    let second = other.part(isFirst: false)
    if first.isEmpty || second.isEmpty { return Compound(parts: first) }
    return Compound(parts: "\(first) EXCEPT \(second)")
  }

  /// The rows that both return, without duplicates.
  public func intersect(_ other: some Statement<QueryValue>) -> Compound<QueryValue> {
    let first = part(isFirst: true)
    let second = other.part(isFirst: false)
    if first.isEmpty || second.isEmpty { return Compound(parts: "") }
    return Compound(parts: "\(first) INTERSECT \(second)")
  }
}

extension Compound {
  /// Adds an order by the column at a position, counted from 1, after earlier terms.
  public func order(by position: Int, _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil) -> Self {
    with { $0.orders.append(SQLExpression<QueryBinding>("\(raw: "\(position)")").ordered(direction, nulls: nulls)) }
  }

  /// At most `count` rows; nil: all. An earlier offset is kept, unless a new one is given.
  public func limit(_ count: Int?, offset: Int? = nil) -> Self {
    with {
      $0.limit = count.map { QueryFragment(bind: .integer($0)) }
      if let offset { $0.offset = QueryFragment(bind: .integer(offset)) }
    }
  }

  /// The rows after the first `count`; nil: all.
  public func offset(_ count: Int?) -> Self { with { $0.offset = count.map { QueryFragment(bind: .integer($0)) } } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var result = self
    change(&result)
    return result
  }
}

extension Compound where QueryValue: Table {
  /// Adds an order by a column, after earlier terms.
  public func order<Column: QueryExpression>(
    by column: KeyPath<QueryValue.TableColumns, Column>, _ direction: OrderDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Self {
    // After a compound only its own columns have names, without a table.
    let columns = QueryValue.TableColumns(tableQualifier: "")
    return with { $0.orders.append(columns[keyPath: column].ordered(direction, nulls: nulls)) }
  }
}

extension QueryFragment {
  /// Appends ORDER BY, LIMIT and OFFSET to a query.
  mutating func appendClauses(orders: [OrderTerm], limit: QueryFragment?, offset: QueryFragment?) {
    if !orders.isEmpty { append(" ORDER BY \(orders.map(\.fragment).joined())" as QueryFragment) }
    // SQLite accepts OFFSET only after LIMIT; a negative limit means none.
    if limit != nil || offset != nil { append(" LIMIT \(limit ?? "-1")" as QueryFragment) }
    if let offset { append(" OFFSET \(offset)" as QueryFragment) }
  }
}
