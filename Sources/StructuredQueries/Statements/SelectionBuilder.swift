// Several values per row.

/// The selection of `select { ($0.id, $0.name) }`: several expressions.
public struct SelectedValues<each Value: QueryExpression> {
  let fragment: QueryFragment
}

/// Makes the tuple of a `select` or `returning` the selection. Without a builder, a closure whose tuple holds something
/// other than expressions would be taken for one that returns nothing.
@resultBuilder
public enum SelectionBuilder {
  /// Takes a tuple of expressions. Write a Swift value as `SQLExpression(value: …)`.
  public static func buildExpression<each Value: QueryExpression>(
    _ values: (repeat each Value)
  ) -> SelectedValues<repeat each Value> {
    var fragments: [QueryFragment] = []
    for value in repeat each values { fragments.append(value.fragment) }
    return SelectedValues(fragment: fragments.joined())
  }

  /// Takes the only tuple.
  public static func buildBlock<each Value: QueryExpression>(
    _ values: SelectedValues<repeat each Value>
  ) -> SelectedValues<repeat each Value> { values }
}
