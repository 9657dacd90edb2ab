// The condition of a write: a write obeys only the conditions of a selection.

extension Select {
  /// The condition of an UPDATE or DELETE of these rows. If there is none in addition to the type's scope, or if other
  /// clauses would be ignored, it is an invalid binding: the statement then throws instead of changing every row.
  func conditionOfWrite(_ verb: String, instead: String) -> QueryFragment {
    if isDistinct || limit != nil || offset != nil || !groups.isEmpty || !orders.isEmpty {
      let reason =
        "\(verb) obeys only conditions, but these rows have an order, a limit or groups. "
        + "Name them by their keys instead: where { $0.id.in(…) }."
      return QueryFragment(bind: .invalid(reason: reason))
    }
    guard !filters.isEmpty, let condition else {
      let reason = "\(verb) of \(source.from.sql) has no condition. Say \(instead) if every row is meant."
      return QueryFragment(bind: .invalid(reason: reason))
    }
    return condition.fragment
  }
}
