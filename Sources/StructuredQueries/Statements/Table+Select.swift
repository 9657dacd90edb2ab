// Selections begin with the type: `Fact.where { … }.order { … }`.

extension Table {
  /// All rows within the type's `scope`.
  public static var all: SelectOf<Self> { withinScope }

  /// All rows within the type's `scope`; the type's `all` as `@Table` writes it.
  public static var withinScope: SelectOf<Self> { scoped(TableSource()) }

  /// All rows, including those outside the type's `scope`.
  public static var unscoped: SelectOf<Self> { SelectOf(source: TableSource()) }

  private static func scoped(_ source: TableSource<Self>) -> SelectOf<Self> {
    SelectOf(source: source).with { $0.scope = scope(source.columns) }
  }

  /// No rows; the statement never runs.
  public static var none: SelectOf<Self> { all.none }

  /// All rows of the table under an alias, so that it can be joined with itself.
  public static func `as`(_ alias: String) -> SelectOf<Self> { scoped(TableSource(alias: alias)) }

  /// The rows for which the conditions are true.
  public static func `where`(@PredicateBuilder _ conditions: (TableColumns) -> [Predicate]) -> SelectOf<Self> {
    all.where(conditions)
  }

  /// The rows in which a Boolean column is true.
  public static func `where`<Column: QueryExpression<Bool>>(_ column: KeyPath<TableColumns, Column>) -> SelectOf<Self> {
    all.where(column)
  }

  /// The rows for which the conditions are true; the same as `where`.
  public static func filter(@PredicateBuilder _ conditions: (TableColumns) -> [Predicate]) -> SelectOf<Self> {
    all.where(conditions)
  }

  /// All rows in an order.
  public static func order(@OrderBuilder by terms: (TableColumns) -> [OrderTerm]) -> SelectOf<Self> {
    all.order(by: terms)
  }

  /// All rows ordered by a column.
  public static func order<Column: QueryExpression>(
    by column: KeyPath<TableColumns, Column>, _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil
  ) -> SelectOf<Self> {
    all.order(by: column, direction, nulls: nulls)
  }

  /// All rows grouped by these expressions.
  public static func group(@OrderBuilder by terms: (TableColumns) -> [OrderTerm]) -> SelectOf<Self> {
    all.group(by: terms)
  }

  /// All rows grouped by a column.
  public static func group<Column: QueryExpression>(by column: KeyPath<TableColumns, Column>) -> SelectOf<Self> {
    all.group(by: column)
  }

  /// All rows without duplicates.
  public static func distinct() -> SelectOf<Self> { all.distinct() }

  /// The rows after the first `count`; nil: all.
  public static func offset(_ count: Int?) -> SelectOf<Self> { all.offset(count) }

  /// At most `count` rows (nil: all), after the first `offset`.
  public static func limit(_ count: Int?, offset: Int? = nil) -> SelectOf<Self> { all.limit(count, offset: offset) }

  /// One value of each row, or a `Columns`.
  public static func select<Value: QueryExpression>(
    _ selection: (TableColumns) -> Value
  ) -> Select<Value.QueryValue, TableSource<Self>> {
    all.select(selection)
  }

  /// Several values of each row. A Swift value is selected as `SQLExpression(value: …)`.
  @_disfavoredOverload
  public static func select<each Value: QueryExpression>(
    @SelectionBuilder _ selection: (TableColumns) -> SelectedValues<repeat each Value>
  ) -> Select<RowTuple<repeat (each Value).QueryValue>, TableSource<Self>> {
    all.select(selection)
  }

  /// A column of each row.
  public static func select<Value: QueryExpression>(
    _ column: KeyPath<TableColumns, Value>
  ) -> Select<Value.QueryValue, TableSource<Self>> {
    all.select(column)
  }

  /// The number of rows.
  public static var count: RowCount { all.count }

  /// The number of rows, or of rows for which a condition is true.
  public static func count(filter: ((TableColumns) -> any QueryExpression<Bool>)? = nil) -> RowCount {
    all.count(filter: filter)
  }

  /// Each row joined with each row of another table for which the condition is true.
  public static func join<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (TableColumns, Other.Columns) -> Condition
  ) -> Select<RowTuple<Self, Other.Row>, JoinedSource<TableSource<Self>, Other>> {
    all.join(other, on: condition)
  }

  /// Each row joined with each row of another table for which the condition is true, or with nil if there is none.
  public static func leftJoin<Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (TableColumns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<Self, Other?>, JoinedSource<TableSource<Self>, OuterSource<Other>>> {
    all.leftJoin(other, on: condition)
  }

  /// Each row of another table joined with each row of this one for which the condition is true, or with nil if there
  /// is none.
  public static func rightJoin<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (TableColumns, Other.Columns) -> Condition
  ) -> Select<RowTuple<Self?, Other.Row>, JoinedSource<OuterSource<Self>, Other>> {
    all.rightJoin(other, on: condition)
  }

  /// Each row joined with each row of another table for which the condition is true; a row of either table without a
  /// match is joined with nil.
  public static func fullJoin<Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (TableColumns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<Self?, Other?>, JoinedSource<OuterSource<Self>, OuterSource<Other>>> {
    all.fullJoin(other, on: condition)
  }
}

extension PrimaryKeyedTable {
  /// The row with this key.
  public static func find(_ key: PrimaryKey) -> SelectOf<Self> { all.find(key) }

  /// The rows with these keys.
  public static func find(_ keys: some Sequence<PrimaryKey>) -> SelectOf<Self> { all.find(keys) }
}

extension Select where Source.Columns: TableDefinition, Source.Columns.QueryValue: PrimaryKeyedTable {
  /// The row with this key, if it is among these.
  public func find(_ key: Source.Columns.QueryValue.PrimaryKey) -> Self {
    self.where { $0.primaryKey.eq(key) }
  }

  /// The rows with these keys, if they are among these.
  public func find(_ keys: some Sequence<Source.Columns.QueryValue.PrimaryKey>) -> Self {
    self.where { $0.primaryKey.in(keys) }
  }
}

extension PrimaryKeyedTable where PrimaryKey: QueryRepresentation {
  /// The row with this key.
  public static func find(_ key: PrimaryKey.Represented) -> SelectOf<Self> { all.find(PrimaryKey(representing: key)) }

  /// The rows with these keys.
  public static func find(_ keys: some Sequence<PrimaryKey.Represented>) -> SelectOf<Self> {
    all.find(keys.map { PrimaryKey(representing: $0) })
  }
}
