// What of each row is selected.

extension Select {
  /// One value of each row, or a `Columns` of a `@Selection` or `@Table` type.
  public func select<Value: QueryExpression>(
    _ selection: (Source.Columns) -> Value
  ) -> Select<Value.QueryValue, Source> {
    copy(from: source, selection: selection(source.columns).fragment)
  }

  /// Several values of each row. A Swift value is selected as `SQLExpression(value: …)`.
  @_disfavoredOverload
  public func select<each Value: QueryExpression>(
    @SelectionBuilder _ selection: (Source.Columns) -> SelectedValues<repeat each Value>
  ) -> Select<RowTuple<repeat (each Value).QueryValue>, Source> {
    copy(from: source, selection: selection(source.columns).fragment)
  }

  /// A column of each row.
  public func select<Value: QueryExpression>(
    _ column: KeyPath<Source.Columns, Value>
  ) -> Select<Value.QueryValue, Source> {
    copy(from: source, selection: source.columns[keyPath: column].fragment)
  }

  /// How many rows there are.
  public var count: RowCount { counted(filter: nil) }

  /// How many rows there are, or for how many of them a condition holds.
  public func count(filter: ((Source.Columns) -> any QueryExpression<Bool>)? = nil) -> RowCount {
    counted(filter: filter?(source.columns).fragment)
  }

  private func counted(filter: QueryFragment?) -> RowCount {
    if isNone { return RowCount(query: "") }
    var call: QueryFragment = "count(*)"
    if let filter { call.append(" FILTER (WHERE \(filter))" as QueryFragment) }
    // What a row is depends on these, so the rows are made first and counted then.
    let isMadeFirst = isDistinct || limit != nil || offset != nil || !groups.isEmpty || !groupFilters.isEmpty
    if isMadeFirst { return RowCount(query: "SELECT \(call) FROM (\(query))") }
    return RowCount(query: unordered.copy(Int.self, from: source, selection: call).query)
  }

  /// Whether there is a row, as a condition of another statement.
  public func exists() -> SQLExpression<Bool> {
    isNone ? SQLExpression("0") : SQLExpression("EXISTS (\(query))")
  }
}

extension Select where QueryValue: QueryBindable {
  /// The first value that it gives, as an expression of another statement; NULL without rows.
  public var asExpression: SQLExpression<QueryValue?> {
    isNone ? SQLExpression("NULL") : SQLExpression(query.parenthesized)
  }
}
