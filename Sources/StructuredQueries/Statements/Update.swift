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
    all.updated(where: nil, assign)
  }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Sets columns of these rows. Without any condition the statement is an error when it is run: say `updateAll` instead.
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

  /// The condition of an UPDATE or DELETE of these rows. Where there is none, or where it would be ignored, the
  /// statement carries an invalid binding, so that whoever executes it throws instead of changing every row.
  func conditionOfWrite(_ verb: String, instead: String) -> QueryFragment {
    if isDistinct || limit != nil || !groups.isEmpty || !orders.isEmpty {
      let reason =
        "\(verb) obeys only conditions, but these rows have an order, a limit or groups. "
        + "Name them by their keys instead: where { $0.id.in(…) }."
      return QueryFragment(bind: .invalid(reason: reason))
    }
    guard let filter = filters.conjunction else {
      let reason = "\(verb) of \(source.from.sql) has no condition. Say \(instead) if every row is meant."
      return QueryFragment(bind: .invalid(reason: reason))
    }
    return filter.fragment
  }
}
