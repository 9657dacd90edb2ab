// What of each row is selected. A second `select` adds to the first: `select(\.id).select(\.title)` gives both.

extension Select where QueryValue == Source.Row {
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

}

// What is selected already stays, in front.
extension Select {
  /// What is selected already, and one value more.
  public func select<Value: QueryExpression>(
    _ selection: (Source.Columns) -> Value
  ) -> Select<RowTuple<QueryValue, Value.QueryValue>, Source> {
    adding(selection(source.columns).fragment)
  }

  /// What is selected already, and several values more.
  @_disfavoredOverload
  public func select<each Value: QueryExpression>(
    @SelectionBuilder _ selection: (Source.Columns) -> SelectedValues<repeat each Value>
  ) -> Select<RowTuple<QueryValue, repeat (each Value).QueryValue>, Source> {
    adding(selection(source.columns).fragment)
  }

  /// What is selected already, and a column more.
  public func select<Value: QueryExpression>(
    _ column: KeyPath<Source.Columns, Value>
  ) -> Select<RowTuple<QueryValue, Value.QueryValue>, Source> {
    adding(source.columns[keyPath: column].fragment)
  }

  private func adding<NewValue>(_ selected: QueryFragment) -> Select<NewValue, Source> {
    copy(from: source, selection: "\(selection ?? source.selection), \(selected)")
  }
}

// Of a join these would be as good as the first `select`, whose rows are tuples too.
extension Select where Source: SingleSource {
  /// The values that are selected already, and one more.
  public func select<each Old: QueryDecodable, Value: QueryExpression>(
    _ selection: (Source.Columns) -> Value
  ) -> Select<RowTuple<repeat each Old, Value.QueryValue>, Source> where QueryValue == RowTuple<repeat each Old> {
    adding(selection(source.columns).fragment)
  }

  /// The values that are selected already, and a column more.
  public func select<each Old: QueryDecodable, Value: QueryExpression>(
    _ column: KeyPath<Source.Columns, Value>
  ) -> Select<RowTuple<repeat each Old, Value.QueryValue>, Source> where QueryValue == RowTuple<repeat each Old> {
    adding(source.columns[keyPath: column].fragment)
  }
}

extension Select {
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
