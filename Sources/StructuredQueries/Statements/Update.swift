// UPDATE.

/// Updates rows of a table: `Fact.update { $0.body = "…" }.where { $0.id == 3 }`.
///
/// Without any condition the statement throws when it runs, unless it was made by `updateAll`.
public struct Update<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  var rows: SelectOf<Root>
  /// The text after SET; empty if nothing is assigned.
  let assignments: QueryFragment
  /// Whether it updates all rows.
  var isOfAll = false

  /// Empty if there is nothing to do.
  public var query: QueryFragment {
    if rows.isNone || assignments.isEmpty { return "" }
    var query: QueryFragment = "UPDATE \(rows.source.from) SET \(assignments)"
    let condition =
      isOfAll ? rows.condition?.fragment : rows.conditionOfWrite("UPDATE", instead: "updateAll { … }")
    if let condition { query.append(" WHERE \(condition)" as QueryFragment) }
    return query
  }

  /// Updates only rows for which these conditions are also true.
  public func `where`(@PredicateBuilder _ conditions: (Root.TableColumns) -> [Predicate]) -> Self {
    var result = self
    result.rows = rows.where(conditions)
    return result
  }
}

extension Table {
  /// Updates columns of rows; select the rows with `where` afterwards.
  public static func update(_ assign: (inout Assignments<Self>) -> Void) -> Update<Self> { all.update(assign) }

  /// Updates columns of **all** rows of the table.
  public static func updateAll(_ assign: (inout Assignments<Self>) -> Void) -> Update<Self> {
    var update = all.update(assign)
    update.isOfAll = true
    return update
  }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Updates columns of these rows. Without any condition the statement throws when it runs: use `updateAll` instead.
  public func update(_ assign: (inout Assignments<QueryValue>) -> Void) -> Update<QueryValue> {
    var assignments = Assignments<QueryValue>(columns: source.columns)
    assign(&assignments)
    return Update(rows: self, assignments: assignments.fragment)
  }
}

extension PrimaryKeyedTable {
  /// Updates all columns of the row with the key of this one to its values, if it is within the type's `scope`.
  public static func update(_ row: Self) -> Update<Self> {
    var bindings: [QueryBinding] = []
    row.appendBindings(to: &bindings)
    let assignments = zip(TableColumns.writableColumnNames, bindings).compactMap { name, value -> QueryFragment? in
      name == primaryKeyName ? nil : "\(quote: name) = \(bind: value)"
    }
    return Update(rows: find(row.primaryKey), assignments: assignments.joined())
  }
}
