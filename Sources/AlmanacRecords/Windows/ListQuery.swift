/// Which records a list shows, and in which order.
public struct ListQuery: Hashable, Sendable {
  /// The table.
  public let table: ListedTable
  /// The search.
  public var search: SearchQuery
  /// A further condition on the records; nil for all records.
  public var filter: RecordFilter?
  /// The order.
  public var order: ListOrder

  /// Makes a query. `order`: nil for the table's usual order.
  public init(
    _ table: ListedTable, search: SearchQuery = SearchQuery(), filter: RecordFilter? = nil, order: ListOrder? = nil
  ) {
    self.table = table
    self.search = search
    self.filter = filter
    self.order = order ?? table.order
  }

  /// Whether every record of the table is shown.
  public var isWhole: Bool { search.isEmpty && filter == nil }

  /// The filter and the comparisons of the search, for SQLite; nil if there are none.
  var condition: RecordFilter? { RecordFilter.all([filter, search.filter]) }

  /// The fields of a record that the search tests.
  var fields: SearchFields { SearchFields(search, of: table) }

  /// Whether records of other tables decide which ones are shown: a view has them, and a search finds their labels.
  var readsOtherTables: Bool { table.style.isView || search.readsLabels }

  /// The same query over another table, without a filter or an order whose columns it lacks. `renamed`: the column that
  /// only has another name there.
  public func over(_ table: ListedTable, renamed: ColumnRename? = nil) -> ListQuery {
    if table == self.table { return self }
    let columns = Set(table.columns + table.identity.columns)
    let chosen = order.chosen.map { term in
      ListOrder.Term(term.column == renamed?.old ? renamed!.new : term.column, isDescending: term.isDescending)
    }
    return ListQuery(
      table, search: search.in(table), filter: filter.flatMap { columns.isSuperset(of: $0.columns) ? $0 : nil },
      order: table.order(like: chosen))
  }

  /// The query with something changed.
  public func with(_ change: (inout ListQuery) -> Void) -> ListQuery {
    var query = self
    change(&query)
    return query
  }
}
