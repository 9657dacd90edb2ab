// UPDATE.

/// Sets columns of rows of a table.
public struct Update<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  /// Empty if there is nothing to do.
  public let query: QueryFragment
}

extension Table {
  /// Sets columns of **all** rows of the table.
  public static func updateAll(_ assign: (inout Assignments<Self>) -> Void) -> Update<Self> {
    all.updated(where: all.condition?.fragment, assign)
  }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Sets columns of these rows. Without any condition the statement is an error when it is run: say `updateAll`
  /// instead.
  public func update(_ assign: (inout Assignments<QueryValue>) -> Void) -> Update<QueryValue> {
    updated(where: conditionOfWrite("UPDATE", instead: "updateAll { … }"), assign)
  }

  func updated(
    where condition: QueryFragment?, _ assign: (inout Assignments<QueryValue>) -> Void
  ) -> Update<QueryValue> {
    var assignments = Assignments<QueryValue>(columns: source.columns)
    assign(&assignments)
    if isNone || assignments.isEmpty { return Update(query: "") }
    var query: QueryFragment = "UPDATE \(source.from) SET \(assignments.fragment)"
    if let condition { query.append(" WHERE \(condition)" as QueryFragment) }
    return Update(query: query)
  }
}
