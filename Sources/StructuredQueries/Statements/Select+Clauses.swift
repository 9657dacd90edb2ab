// The clauses of SELECT that leave its rows what they are.

extension Select {
  /// The rows for which these conditions hold too.
  public func `where`(@PredicateBuilder _ conditions: (Source.Columns) -> [Predicate]) -> Self {
    let conditions = conditions(source.columns)
    return with { $0.filters += conditions }
  }

  /// The rows in which a column of truth values is true.
  public func `where`<Column: QueryExpression<Bool>>(_ column: KeyPath<Source.Columns, Column>) -> Self {
    let condition = Predicate(source.columns[keyPath: column])
    return with { $0.filters.append(condition) }
  }

  /// The rows for which these conditions hold too; the same as `where`.
  public func filter(@PredicateBuilder _ conditions: (Source.Columns) -> [Predicate]) -> Self {
    self.where(conditions)
  }

  /// The rows that are in both.
  public func and(_ other: Self) -> Self {
    with {
      $0.scope += other.scope.filter { !scope.contains($0) }
      $0.filters += other.filters
      $0.isNone = isNone || other.isNone
    }
  }

  /// The rows that are in one of both, or in both. What has no condition is everything.
  public func or(_ other: Self) -> Self {
    if isNone { return with { ($0.scope, $0.filters, $0.isNone) = (other.scope, other.filters, other.isNone) } }
    if other.isNone { return self }
    // Rows of one scope stay within it. Otherwise each scope holds for the rows of its own side.
    let hasOneScope = scope == other.scope
    let one = hasOneScope ? filters.conjunction : condition
    let second = hasOneScope ? other.filters.conjunction : other.condition
    return with {
      if !hasOneScope { $0.scope = [] }
      $0.filters = if let one, let second { [Predicate(one.or(second))] } else { [] }
    }
  }

  /// The rows for which the conditions do not hold.
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

  /// No rows; never run.
  public var none: Self { with { $0.isNone = true } }

  /// Each row once.
  public func distinct(_ isDistinct: Bool = true) -> Self { with { $0.isDistinct = isDistinct } }

  /// A row for each different value of these expressions.
  public func group(@OrderBuilder by terms: (Source.Columns) -> [OrderTerm]) -> Self {
    let terms = terms(source.columns)
    return with { $0.groups += terms.map(\.fragment) }
  }

  /// A row for each different value of a column.
  public func group<Column: QueryExpression>(by column: KeyPath<Source.Columns, Column>) -> Self {
    let term = source.columns[keyPath: column].fragment
    return with { $0.groups.append(term) }
  }

  /// The groups for which these conditions hold too.
  public func having(@PredicateBuilder _ conditions: (Source.Columns) -> [Predicate]) -> Self {
    let conditions = conditions(source.columns)
    return with { $0.groupFilters += conditions }
  }

  /// Ordered by these, after those given before.
  public func order(@OrderBuilder by terms: (Source.Columns) -> [OrderTerm]) -> Self {
    let terms = terms(source.columns)
    return with { $0.orders += terms }
  }

  /// Ordered by a column, after those given before.
  public func order<Column: QueryExpression>(
    by column: KeyPath<Source.Columns, Column>, _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil
  ) -> Self {
    let term = source.columns[keyPath: column].ordered(direction, nulls: nulls)
    return with { $0.orders.append(term) }
  }

  /// In the order of the database again.
  var unordered: Self { with { $0.orders = [] } }

  /// At most so many rows; with `nil` all. An offset that was given before stays, unless a new one is given.
  public func limit(_ count: Int?, offset: Int? = nil) -> Self {
    with {
      $0.limit = count.map { QueryFragment(bind: .integer($0)) }
      if let offset { $0.offset = QueryFragment(bind: .integer(offset)) }
    }
  }

  /// The rows after the first `count`; with `nil` all.
  public func offset(_ count: Int?) -> Self { with { $0.offset = count.map { QueryFragment(bind: .integer($0)) } } }
}
