// RETURNING: the results of a write.

/// An INSERT, UPDATE or DELETE. Without RETURNING it returns no rows.
public protocol WriteStatement<Root>: Statement where QueryValue == Never {
  /// The type whose table is written.
  associatedtype Root: Table
}

/// A write that returns a value for each written row.
public struct Returning<Root: Table, QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment

  init(_ write: some WriteStatement<Root>, selection: QueryFragment) {
    let query = write.query
    // An empty statement stays empty.
    self.query = query.isEmpty ? query : "\(query) RETURNING \(selection)"
  }
}

extension WriteStatement {
  /// Returns a column of each written row.
  public func returning<Value: QueryExpression>(
    _ column: KeyPath<Root.TableColumns, Value>
  ) -> Returning<Root, Value.QueryValue> {
    returning { $0[keyPath: column] }
  }

  /// Returns an expression for each written row; `returning { $0 }` returns the row.
  public func returning<Value: QueryExpression>(
    _ selection: (Root.TableColumns) -> Value
  ) -> Returning<Root, Value.QueryValue> {
    Returning(self, selection: selection(Root.TableColumns(tableQualifier: "")).fragment)
  }

  /// Returns several expressions for each written row.
  @_disfavoredOverload
  public func returning<each Value: QueryExpression>(
    @SelectionBuilder _ selection: (Root.TableColumns) -> SelectedValues<repeat each Value>
  ) -> Returning<Root, RowTuple<repeat (each Value).QueryValue>> {
    Returning(self, selection: selection(Root.TableColumns(tableQualifier: "")).fragment)
  }
}
