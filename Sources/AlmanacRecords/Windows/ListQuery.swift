/// Which records a list shows, and in which order.
public struct ListQuery: Hashable, Sendable {
  /// The table.
  public let table: ListedTable
  /// What is searched for.
  public var search: SearchQuery
  /// What else a record must hold; `nil` for all records.
  public var filter: RecordFilter?
  /// The order.
  public var order: ListOrder

  /// `order`: the table's usual one, unless it is given.
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

  /// The same of another table, as far as that has the columns. `renamed`: the column that only has another name there.
  public func over(_ table: ListedTable, renamed: ColumnRename? = nil) -> ListQuery {
    if table == self.table { return self }
    let columns = Set(table.columns + table.identity.columns)
    // An index may have come or gone: the order by the same column is the other table's own.
    let column = order.column == renamed?.old ? renamed?.new : order.column
    let same = table.style.orders.first { $0.column == column }
    return ListQuery(
      table, search: search, filter: filter.flatMap { columns.isSuperset(of: $0.columns) ? $0 : nil },
      order: same.map { $0.isDescending == order.isDescending ? $0 : $0.reversed })
  }

  /// The same with something changed.
  public func with(_ change: (inout ListQuery) -> Void) -> ListQuery {
    var query = self
    change(&query)
    return query
  }
}
