// RETURNING: what a write gives back.

/// An INSERT, UPDATE or DELETE. By itself it gives no rows.
public protocol WriteStatement<Root>: Statement where QueryValue == Never {
  /// The type whose table is written.
  associatedtype Root: Table
}

/// A write that gives back something of each row that it wrote.
public struct Returning<Root: Table, QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment

  init(_ write: some WriteStatement<Root>, selection: QueryFragment) {
    let query = write.query
    // Nothing to do stays nothing.
    self.query = query.isEmpty ? query : "\(query) RETURNING \(selection)"
  }
}

extension WriteStatement {
  /// Gives back a column of each row written.
  public func returning<Value: QueryExpression>(
    _ column: KeyPath<Root.TableColumns, Value>
  ) -> Returning<Root, Value.QueryValue> {
    returning { $0[keyPath: column] }
  }

  /// Gives back an expression over each row written; `returning { $0 }` gives back the row.
  public func returning<Value: QueryExpression>(
    _ selection: (Root.TableColumns) -> Value
  ) -> Returning<Root, Value.QueryValue> {
    Returning(self, selection: selection(Root.TableColumns(tableQualifier: "")).fragment)
  }

  /// Gives back several expressions over each row written.
  @_disfavoredOverload
  public func returning<each Value: QueryExpression>(
    @SelectionBuilder _ selection: (Root.TableColumns) -> SelectedValues<repeat each Value>
  ) -> Returning<Root, RowTuple<repeat (each Value).QueryValue>> {
    Returning(self, selection: selection(Root.TableColumns(tableQualifier: "")).fragment)
  }
}
