// The clauses of SELECT that do not change the type of its rows.

extension Select {
  /// The rows for which these conditions are also true.
  public func `where`(@PredicateBuilder _ conditions: (Source.Columns) -> [Predicate]) -> Self {
    let conditions = conditions(source.columns)
    return with { $0.filters += conditions }
  }

  /// The rows in which a Boolean column is true.
  public func `where`<Column: QueryExpression<Bool>>(_ column: KeyPath<Source.Columns, Column>) -> Self {
    let condition = Predicate(source.columns[keyPath: column])
    return with { $0.filters.append(condition) }
  }

  /// The rows for which these conditions are also true; the same as `where`.
  public func filter(@PredicateBuilder _ conditions: (Source.Columns) -> [Predicate]) -> Self {
    self.where(conditions)
  }

  /// The rows that are in both selections.
  public func and(_ other: Self) -> Self {
    with {
      $0.scope += other.scope.filter { !scope.contains($0) }
      $0.filters += other.filters
      $0.isNone = isNone || other.isNone
    }
  }

  /// The rows that are in at least one of both selections. A selection without conditions has all rows.
  public func or(_ other: Self) -> Self {
    if isNone { return with { ($0.scope, $0.filters, $0.isNone) = (other.scope, other.filters, other.isNone) } }
    if other.isNone { return self }
    // Rows of one scope stay within it. Otherwise each scope applies to the rows of its own side.
    let hasOneScope = scope == other.scope
    let one = hasOneScope ? filters.conjunction : condition
    let second = hasOneScope ? other.filters.conjunction : other.condition
    return with {
      if !hasOneScope { $0.scope = [] }
      $0.filters = if let one, let second { [Predicate(one.or(second))] } else { [] }
    }
  }

  /// The rows for which the conditions are not true.
  public func not() -> Self {
    with {
      if isNone {
        ($0.filters, $0.isNone) = ([], false)
      } else if let filter = filters.conjunction {
        $0.filters = [Predicate(filter.not())]
      } else {
        $0.isNone = true
      }
    }
  }

  /// No rows; the statement never runs.
  public var none: Self { with { $0.isNone = true } }

  /// The rows without duplicates.
  public func distinct(_ isDistinct: Bool = true) -> Self { with { $0.isDistinct = isDistinct } }

  /// Groups the rows by these expressions.
  public func group(@OrderBuilder by terms: (Source.Columns) -> [OrderTerm]) -> Self {
    let terms = terms(source.columns)
    return with { $0.groups += terms.map(\.fragment) }
  }

  /// Groups the rows by a column.
  public func group<Column: QueryExpression>(by column: KeyPath<Source.Columns, Column>) -> Self {
    let term = source.columns[keyPath: column].fragment
    return with { $0.groups.append(term) }
  }

  /// The groups for which these conditions are also true.
  public func having(@PredicateBuilder _ conditions: (Source.Columns) -> [Predicate]) -> Self {
    let conditions = conditions(source.columns)
    return with { $0.groupFilters += conditions }
  }

  /// Adds terms to the order, after earlier ones.
  public func order(@OrderBuilder by terms: (Source.Columns) -> [OrderTerm]) -> Self {
    let terms = terms(source.columns)
    return with { $0.orders += terms }
  }

  /// Adds an order by a column, after earlier terms.
  public func order<Column: QueryExpression>(
    by column: KeyPath<Source.Columns, Column>, _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil
  ) -> Self {
    let term = source.columns[keyPath: column].ordered(direction, nulls: nulls)
    return with { $0.orders.append(term) }
  }

  /// The selection without its order.
  var unordered: Self { with { $0.orders = [] } }

  /// At most `count` rows; nil: all. An earlier offset is kept, unless a new one is given.
  public func limit(_ count: Int?, offset: Int? = nil) -> Self {
    with {
      $0.limit = count.map { QueryFragment(bind: .integer($0)) }
      if let offset { $0.offset = QueryFragment(bind: .integer(offset)) }
    }
  }

  /// The rows after the first `count`; nil: all.
  public func offset(_ count: Int?) -> Self { with { $0.offset = count.map { QueryFragment(bind: .integer($0)) } } }
}
