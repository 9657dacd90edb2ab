// Rows of several tables side by side.

extension Select where Source: SingleSource, QueryValue == Source.Row {
  /// Each row beside each row of another table for which the condition holds.
  public func join<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (Source.Columns, Other.Columns) -> Condition
  ) -> Select<RowTuple<Source.Row, Other.Row>, JoinedSource<Source, Other>> {
    let condition = condition(source.columns, other.source.columns)
    let joined = JoinedSource(
      source, other.source, from: "\(source.from) JOIN \(other.source.from) ON \(condition)")
    return joining(other, into: joined)
  }

  /// Each row beside each row of another table for which the condition holds, or beside nothing.
  public func leftJoin<Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (Source.Columns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<Source.Row, Other?>, JoinedSource<Source, OuterSource<Other>>> {
    let condition = other.outerCondition(condition(source.columns, other.source.columns))
    let joined = JoinedSource(
      source, OuterSource(table: other.source), from: "\(source.from) LEFT JOIN \(other.source.from) ON \(condition)")
    return copy(from: joined, selection: nil)
  }
}

extension Select {
  /// Each row beside each row of one more table for which the condition holds.
  public func join<each Joined: QuerySource, Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: ((repeat (each Joined).Columns, Other.Columns)) -> Condition
  ) -> Select<RowTuple<repeat (each Joined).Row, Other.Row>, JoinedSource<repeat each Joined, Other>>
  where Source == JoinedSource<repeat each Joined>, QueryValue == Source.Row {
    let condition = condition((repeat (each source.sources).columns, other.source.columns))
    let joined = JoinedSource(
      repeat each source.sources, other.source,
      from: "\(source.from) JOIN \(other.source.from) ON \(condition)")
    return joining(other, into: joined)
  }

  /// Each row beside each row of one more table for which the condition holds, or beside nothing.
  public func leftJoin<each Joined: QuerySource, Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: ((repeat (each Joined).Columns, Other.TableColumns)) -> Condition
  ) -> Select<RowTuple<repeat (each Joined).Row, Other?>, JoinedSource<repeat each Joined, OuterSource<Other>>>
  where Source == JoinedSource<repeat each Joined>, QueryValue == Source.Row {
    let condition = other.outerCondition(
      condition((repeat (each source.sources).columns, other.source.columns)))
    let joined = JoinedSource(
      repeat each source.sources, OuterSource(table: other.source),
      from: "\(source.from) LEFT JOIN \(other.source.from) ON \(condition)")
    return copy(from: joined, selection: nil)
  }

  /// What the other statement asks for holds for the join too.
  func joining<NewValue, NewSource, OtherValue, Other>(
    _ other: Select<OtherValue, Other>, into joined: NewSource
  ) -> Select<NewValue, NewSource> {
    var result = copy(NewValue.self, from: joined, selection: nil)
    result.filters += other.filters
    result.orders += other.orders
    result.isNone = isNone || other.isNone
    return result
  }

  /// In a left join the other statement's conditions decide what is beside a row, not whether there is a row.
  func outerCondition(_ condition: some QueryExpression<Bool>) -> SQLExpression<Bool> {
    if isNone { return SQLExpression("0") }
    guard let filter = filters.conjunction else { return Predicate(condition).expression }
    return condition.and(filter)
  }
}
