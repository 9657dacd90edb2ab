// Joins rows of several tables.

extension Select where Source: SingleSource, QueryValue == Source.Row {
  /// Each row joined with each row of another table for which the condition is true.
  public func join<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (Source.Columns, Other.Columns) -> Condition
  ) -> Select<RowTuple<Source.Row, Other.Row>, JoinedSource<Source, Other>> {
    let condition = condition(source.columns, other.source.columns)
    let joined = JoinedSource(
      source, other.source, from: "\(source.from) JOIN \(other.joinedFrom) ON \(condition)")
    return joining(other, into: joined)
  }

  /// Each row joined with each row of another table for which the condition is true, or with nil if there is none.
  public func leftJoin<Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (Source.Columns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<Source.Row, Other?>, JoinedSource<Source, OuterSource<Other>>> {
    let condition = other.outerCondition(condition(source.columns, other.source.columns))
    let joined = JoinedSource(
      source, OuterSource(table: other.source), from: "\(source.from) LEFT JOIN \(other.joinedFrom) ON \(condition)")
    return copy(from: joined, selection: nil).ordered(as: other)
  }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Each row joined with each row of another table for which the condition is true; a row of either table without a
  /// match is joined with nil.
  public func fullJoin<Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (QueryValue.TableColumns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<QueryValue?, Other?>, JoinedSource<OuterSource<QueryValue>, OuterSource<Other>>> {
    let condition = condition(source.columns, other.source.columns)
    let joined = JoinedSource(
      OuterSource(table: source), OuterSource(table: other.source),
      from: "\(wholeFrom) FULL JOIN \(other.wholeFrom) ON \(condition)")
    var result = Select<_, JoinedSource<OuterSource<QueryValue>, OuterSource<Other>>>(source: joined)
    addOrder(to: &result)
    other.addOrder(to: &result)
    return result
  }

  /// Each row of another table joined with each row of this one for which the condition is true, or with nil if there
  /// is none.
  public func rightJoin<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (QueryValue.TableColumns, Other.Columns) -> Condition
  ) -> Select<RowTuple<QueryValue?, Other.Row>, JoinedSource<OuterSource<QueryValue>, Other>> {
    let condition = condition(source.columns, other.source.columns)
    let joined = JoinedSource(
      OuterSource(table: source), other.source, from: "\(wholeFrom) RIGHT JOIN \(other.joinedFrom) ON \(condition)")
    var result = Select<RowTuple<QueryValue?, Other.Row>, JoinedSource<OuterSource<QueryValue>, Other>>(source: joined)
    addOrder(to: &result)
    other.addClauses(to: &result)
    return result
  }
}

// A third and a fourth source. They are written out, because `$0`, `$1` can't be used in a closure over a pack of
// columns.
extension Select where QueryValue == Source.Row {
  /// Each row joined with each row of one more table for which the condition is true.
  public func join<First: QuerySource, Second: QuerySource, Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (First.Columns, Second.Columns, Other.Columns) -> Condition
  ) -> Select<RowTuple<First.Row, Second.Row, Other.Row>, JoinedSource<First, Second, Other>>
  where Source == JoinedSource<First, Second> {
    let condition = condition(source.columns.0, source.columns.1, other.source.columns)
    let joined = JoinedSource(
      source.sources.0, source.sources.1, other.source, from: "\(source.from) JOIN \(other.joinedFrom) ON \(condition)"
    )
    return joining(other, into: joined)
  }

  /// Each row joined with each row of one more table for which the condition is true, or with nil if there is none.
  public func leftJoin<First: QuerySource, Second: QuerySource, Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (First.Columns, Second.Columns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<First.Row, Second.Row, Other?>, JoinedSource<First, Second, OuterSource<Other>>>
  where Source == JoinedSource<First, Second> {
    let condition = other.outerCondition(condition(source.columns.0, source.columns.1, other.source.columns))
    let joined = JoinedSource(
      source.sources.0, source.sources.1, OuterSource(table: other.source),
      from: "\(source.from) LEFT JOIN \(other.joinedFrom) ON \(condition)")
    return copy(from: joined, selection: nil).ordered(as: other)
  }

  /// Each row joined with each row of one more table for which the condition is true.
  public func join<
    First: QuerySource, Second: QuerySource, Third: QuerySource, Other: SingleSource, Condition: QueryExpression<Bool>
  >(
    _ other: Select<Other.Row, Other>,
    on condition: (First.Columns, Second.Columns, Third.Columns, Other.Columns) -> Condition
  ) -> Select<RowTuple<First.Row, Second.Row, Third.Row, Other.Row>, JoinedSource<First, Second, Third, Other>>
  where Source == JoinedSource<First, Second, Third> {
    let condition = condition(source.columns.0, source.columns.1, source.columns.2, other.source.columns)
    let joined = JoinedSource(
      source.sources.0, source.sources.1, source.sources.2, other.source,
      from: "\(source.from) JOIN \(other.joinedFrom) ON \(condition)")
    return joining(other, into: joined)
  }

  /// Each row joined with each row of one more table for which the condition is true, or with nil if there is none.
  public func leftJoin<
    First: QuerySource, Second: QuerySource, Third: QuerySource, Other: Table, Condition: QueryExpression<Bool>
  >(
    _ other: SelectOf<Other>,
    on condition: (First.Columns, Second.Columns, Third.Columns, Other.TableColumns) -> Condition
  ) -> Select<
    RowTuple<First.Row, Second.Row, Third.Row, Other?>, JoinedSource<First, Second, Third, OuterSource<Other>>
  >
  where Source == JoinedSource<First, Second, Third> {
    let condition = other.outerCondition(
      condition(source.columns.0, source.columns.1, source.columns.2, other.source.columns))
    let joined = JoinedSource(
      source.sources.0, source.sources.1, source.sources.2, OuterSource(table: other.source),
      from: "\(source.from) LEFT JOIN \(other.joinedFrom) ON \(condition)")
    return copy(from: joined, selection: nil).ordered(as: other)
  }
}

extension Select where Source: SingleSource {
  /// Whether a row depends on more than its own values, so that it must be computed before the join.
  private var isMadeFirst: Bool {
    isDistinct || limit != nil || offset != nil || !groups.isEmpty || !groupFilters.isEmpty
  }

  /// The FROM text in a join: the source, or this query under the name of the source.
  var joinedFrom: QueryFragment {
    isMadeFirst ? "(\(query)) AS \(source.name)" : source.from
  }

  /// The FROM text in a join that keeps rows of this side without a match. The conditions select the rows before the
  /// join.
  var wholeFrom: QueryFragment {
    if isNone { return "(SELECT \(source.selection) FROM \(source.from) WHERE 0) AS \(source.name)" }
    return isMadeFirst || condition == nil ? joinedFrom : "(\(unordered.query)) AS \(source.name)"
  }

  /// The condition of a left join: this selection's conditions decide which rows match, not whether the left row is
  /// kept.
  func outerCondition(_ condition: some QueryExpression<Bool>) -> SQLExpression<Bool> {
    if isNone { return SQLExpression("0") }
    guard !isMadeFirst, let filter = self.condition else { return Predicate(condition).expression }
    return condition.and(filter)
  }

  /// Adds the order of this selection to a join that names `joinedFrom`.
  func addOrder<NewValue, NewSource>(to joined: inout Select<NewValue, NewSource>) {
    if !isMadeFirst { joined.orders += orders }
  }

  /// Adds the clauses of this selection to a join that names `joinedFrom`.
  func addClauses<NewValue, NewSource>(to joined: inout Select<NewValue, NewSource>) {
    joined.isNone = joined.isNone || isNone
    if isMadeFirst { return }
    joined.scope += scope
    joined.filters += filters
    addOrder(to: &joined)
  }
}

extension Select {
  /// In a left join the order of the other statement comes after that of this one.
  fileprivate func ordered<Other: Table>(as other: SelectOf<Other>) -> Self { with { other.addOrder(to: &$0) } }

  /// Makes a join that also has the clauses of the other statement.
  func joining<NewValue, NewSource, Other: SingleSource>(
    _ other: Select<Other.Row, Other>, into joined: NewSource
  ) -> Select<NewValue, NewSource> {
    var result = copy(NewValue.self, from: joined, selection: nil)
    other.addClauses(to: &result)
    return result
  }
}
