// A write changes the rows that conditions name, and nothing else that a selection can say.

extension Select {
  /// The condition of an UPDATE or DELETE of these rows. Without one besides the type's scope, or where
  /// something would be ignored, it is an invalid binding: executing the statement then throws instead of changing
  /// every row.
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
