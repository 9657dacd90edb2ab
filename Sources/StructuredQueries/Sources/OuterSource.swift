// The optional side of a left join.

/// A table whose columns may all be NULL, because its row may be missing.
public struct OuterSource<Root: Table>: QuerySource {
  let table: TableSource<Root>

  /// The columns; each may be NULL.
  public var columns: OuterColumns<Root> { OuterColumns(columns: table.columns) }
  public var selection: QueryFragment { table.selection }
  public var from: QueryFragment { table.from }
  public typealias Row = Root?
}

/// The columns of a table whose row may be missing.
@dynamicMemberLookup
public struct OuterColumns<Root: Table>: QueryExpression {
  public typealias QueryValue = Root?
  let columns: Root.TableColumns

  public var fragment: QueryFragment { columns.fragment }

  public subscript<Value: QueryBindable>(
    dynamicMember column: KeyPath<Root.TableColumns, TableColumn<Root, Value>>
  ) -> SQLExpression<Value?> {
    SQLExpression(columns[keyPath: column].fragment)
  }

  /// A column that may be NULL anyway does not become doubly optional.
  public subscript<Value: QueryBindable>(
    dynamicMember column: KeyPath<Root.TableColumns, TableColumn<Root, Value?>>
  ) -> SQLExpression<Value?> {
    SQLExpression(columns[keyPath: column].fragment)
  }
}
