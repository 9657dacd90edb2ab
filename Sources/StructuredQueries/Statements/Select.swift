// SELECT: a value that each method gives back with one thing more.

/// Rows of a source, each of which becomes a `QueryValue`.
///
/// Methods may come in any order; what they say is put together as SQL wants it.
public struct Select<QueryValue: QueryDecodable, Source: QuerySource>: Statement {
  /// What it reads from.
  public let source: Source
  /// What is selected; `nil` is all columns of the source.
  var selection: QueryFragment?
  var isDistinct = false
  /// The conditions of the types' `scope`; `or` and `not` leave them alone.
  var scope: [Predicate] = []
  var filters: [Predicate] = []
  var groups: [QueryFragment] = []
  var groupFilters: [Predicate] = []
  var orders: [OrderTerm] = []
  var limit: QueryFragment?
  var offset: QueryFragment?
  /// Whether it is known to give nothing, and so is never run.
  var isNone = false

  public var query: QueryFragment {
    if isNone { return "" }
    var result: QueryFragment = "SELECT \(raw: isDistinct ? "DISTINCT " : "")\(selection ?? source.selection)"
    result.append(" FROM \(source.from)" as QueryFragment)
    if let filter = condition { result.append(" WHERE \(filter)" as QueryFragment) }
    if !groups.isEmpty { result.append(" GROUP BY \(groups.joined())" as QueryFragment) }
    if let filter = groupFilters.conjunction { result.append(" HAVING \(filter)" as QueryFragment) }
    result.appendClauses(orders: orders, limit: limit, offset: offset)
    return result
  }

  /// What a row must meet; `nil` for nothing.
  var condition: SQLExpression<Bool>? { (scope + filters).conjunction }

  /// The same rows from the same source, but with something else selected, or from a wider source.
  func copy<NewValue, NewSource>(
    _ type: NewValue.Type = NewValue.self, from source: NewSource, selection: QueryFragment?
  ) -> Select<NewValue, NewSource> {
    var result = Select<NewValue, NewSource>(source: source, selection: selection)
    result.isDistinct = isDistinct
    result.scope = scope
    result.filters = filters
    result.groups = groups
    result.groupFilters = groupFilters
    result.orders = orders
    result.limit = limit
    result.offset = offset
    result.isNone = isNone
    return result
  }

  func with(_ change: (inout Self) -> Void) -> Self {
    var result = self
    change(&result)
    return result
  }
}

/// Rows of one table.
public typealias SelectOf<Root: Table> = Select<Root, TableSource<Root>>

extension Select where QueryValue == Source.Row {
  /// All rows of a source, whatever the scope.
  init(source: Source) { self.init(source: source, selection: nil) }
}
