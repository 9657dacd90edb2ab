// Selecting begins with the type: `Fact.where { … }.order { … }`.

extension Table {
  /// All rows within the type's `scope`.
  public static var all: SelectOf<Self> { withinScope }

  /// All rows within the type's `scope`; what `@Table` writes as the type's `all`.
  public static var withinScope: SelectOf<Self> { scoped(TableSource()) }

  /// All rows, also those that are not within the type's `scope`.
  public static var unscoped: SelectOf<Self> { SelectOf(source: TableSource()) }

  private static func scoped(_ source: TableSource<Self>) -> SelectOf<Self> {
    SelectOf(source: source).with { $0.scope = scope(source.columns) }
  }

  /// No rows; a statement that is never run.
  public static var none: SelectOf<Self> { all.none }

  /// All rows of the table under another name, so that it can be joined with itself.
  public static func `as`(_ alias: String) -> SelectOf<Self> { scoped(TableSource(alias: alias)) }

  /// The rows for which the conditions hold.
  public static func `where`(@PredicateBuilder _ conditions: (TableColumns) -> [Predicate]) -> SelectOf<Self> {
    all.where(conditions)
  }

  /// The rows in which a column of truth values is true.
  public static func `where`<Column: QueryExpression<Bool>>(_ column: KeyPath<TableColumns, Column>) -> SelectOf<Self> {
    all.where(column)
  }

  /// The rows for which the conditions hold; the same as `where`.
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

  /// A row for each different value of these expressions.
  public static func group(@OrderBuilder by terms: (TableColumns) -> [OrderTerm]) -> SelectOf<Self> {
    all.group(by: terms)
  }

  /// A row for each different value of a column.
  public static func group<Column: QueryExpression>(by column: KeyPath<TableColumns, Column>) -> SelectOf<Self> {
    all.group(by: column)
  }

  /// Each row once.
  public static func distinct() -> SelectOf<Self> { all.distinct() }

  /// The rows after the first `count`; with `nil` all.
  public static func offset(_ count: Int?) -> SelectOf<Self> { all.offset(count) }

  /// At most so many rows, after the first `offset`; with `nil` all.
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

  /// How many rows there are.
  public static var count: RowCount { all.count }

  /// How many rows there are, or for how many of them a condition holds.
  public static func count(filter: ((TableColumns) -> any QueryExpression<Bool>)? = nil) -> RowCount {
    all.count(filter: filter)
  }

  /// Each row beside each row of another table for which the condition holds.
  public static func join<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (TableColumns, Other.Columns) -> Condition
  ) -> Select<RowTuple<Self, Other.Row>, JoinedSource<TableSource<Self>, Other>> {
    all.join(other, on: condition)
  }

  /// Each row beside each row of another table for which the condition holds, or beside nothing.
  public static func leftJoin<Other: Table, Condition: QueryExpression<Bool>>(
    _ other: SelectOf<Other>, on condition: (TableColumns, Other.TableColumns) -> Condition
  ) -> Select<RowTuple<Self, Other?>, JoinedSource<TableSource<Self>, OuterSource<Other>>> {
    all.leftJoin(other, on: condition)
  }

  /// Each row of another table beside each row of this one for which the condition holds, or beside nothing.
  public static func rightJoin<Other: SingleSource, Condition: QueryExpression<Bool>>(
    _ other: Select<Other.Row, Other>, on condition: (TableColumns, Other.Columns) -> Condition
  ) -> Select<RowTuple<Self?, Other.Row>, JoinedSource<OuterSource<Self>, Other>> {
    all.rightJoin(other, on: condition)
  }

  /// Each row beside each row of another table for which the condition holds; a row of either without such a row is
  /// beside nothing.
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
