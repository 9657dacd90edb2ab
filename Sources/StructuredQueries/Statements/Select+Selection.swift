// Selects values of each row. A second `select` adds to the first: `select(\.id).select(\.title)` selects both.

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

// Earlier selections are kept, in front.
extension Select {
  /// Adds one value to the selection.
  public func select<Value: QueryExpression>(
    _ selection: (Source.Columns) -> Value
  ) -> Select<RowTuple<QueryValue, Value.QueryValue>, Source> {
    adding(selection(source.columns).fragment)
  }

  /// Adds several values to the selection.
  @_disfavoredOverload
  public func select<each Value: QueryExpression>(
    @SelectionBuilder _ selection: (Source.Columns) -> SelectedValues<repeat each Value>
  ) -> Select<RowTuple<QueryValue, repeat (each Value).QueryValue>, Source> {
    adding(selection(source.columns).fragment)
  }

  /// Adds a column to the selection.
  public func select<Value: QueryExpression>(
    _ column: KeyPath<Source.Columns, Value>
  ) -> Select<RowTuple<QueryValue, Value.QueryValue>, Source> {
    adding(source.columns[keyPath: column].fragment)
  }

  private func adding<NewValue>(_ selected: QueryFragment) -> Select<NewValue, Source> {
    copy(from: source, selection: "\(selection ?? source.selection), \(selected)")
  }
}

// For a join these would be ambiguous with the first `select`, because its rows are tuples, too.
extension Select where Source: SingleSource {
  /// Adds one value to the selected values.
  public func select<each Old: QueryDecodable, Value: QueryExpression>(
    _ selection: (Source.Columns) -> Value
  ) -> Select<RowTuple<repeat each Old, Value.QueryValue>, Source> where QueryValue == RowTuple<repeat each Old> {
    adding(selection(source.columns).fragment)
  }

  /// Adds a column to the selected values.
  public func select<each Old: QueryDecodable, Value: QueryExpression>(
    _ column: KeyPath<Source.Columns, Value>
  ) -> Select<RowTuple<repeat each Old, Value.QueryValue>, Source> where QueryValue == RowTuple<repeat each Old> {
    adding(source.columns[keyPath: column].fragment)
  }
}

extension Select {
  /// The number of rows.
  public var count: RowCount { counted(filter: nil) }

  /// The number of rows, or of rows for which a condition is true.
  public func count(filter: ((Source.Columns) -> any QueryExpression<Bool>)? = nil) -> RowCount {
    counted(filter: filter?(source.columns).fragment)
  }

  private func counted(filter: QueryFragment?) -> RowCount {
    if isNone { return RowCount(query: "") }
    var call: QueryFragment = "count(*)"
    if let filter { call.append(" FILTER (WHERE \(filter))" as QueryFragment) }
    // These clauses decide what a row is, so the rows are computed first and then counted.
    let isMadeFirst = isDistinct || limit != nil || offset != nil || !groups.isEmpty || !groupFilters.isEmpty
    if isMadeFirst { return RowCount(query: "SELECT \(call) FROM (\(query))") }
    return RowCount(query: unordered.copy(Int.self, from: source, selection: call).query)
  }

  /// Whether there is a row, as a condition for another statement.
  public func exists() -> SQLExpression<Bool> {
    isNone ? SQLExpression("0") : SQLExpression("EXISTS (\(query))")
  }
}

extension Select where QueryValue: QueryBindable {
  /// The first value of the result, as an expression for another statement; NULL if there are no rows.
  public var asExpression: SQLExpression<QueryValue?> {
    isNone ? SQLExpression("NULL") : SQLExpression(query.parenthesized)
  }
}
