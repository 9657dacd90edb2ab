// SELECT: a value type whose methods return extended copies.

/// Rows of a source, each decoded to a `QueryValue`.
///
/// Methods may be called in any order; their clauses are put into the order that SQL requires.
public struct Select<QueryValue: QueryDecodable, Source: QuerySource>: Statement {
  /// The source of the rows.
  public let source: Source
  /// The selection; nil: all columns of the source.
  var selection: QueryFragment?
  var isDistinct = false
  /// The conditions of the types' `scope`; `or` and `not` do not change them.
  var scope: [Predicate] = []
  var filters: [Predicate] = []
  var groups: [QueryFragment] = []
  var groupFilters: [Predicate] = []
  var orders: [OrderTerm] = []
  var limit: QueryFragment?
  var offset: QueryFragment?
  /// Whether the result is known to be empty, so that the statement never runs.
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

  /// The condition for rows; nil if there is none.
  var condition: SQLExpression<Bool>? { (scope + filters).conjunction }

  /// The same rows with another selection, or from a wider source.
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
  /// All rows of a source, without any scope.
  init(source: Source) { self.init(source: source, selection: nil) }
}
