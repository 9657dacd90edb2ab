/// Which records a list shows, and in which order.
public struct ListQuery<Record: BookRecord>: Hashable, Sendable {
  public var search: SearchQuery
  public var filter: RecordFilter?
  public var order: ListOrder

  public init(search: SearchQuery = SearchQuery(), filter: RecordFilter? = nil, order: ListOrder = Record.order) {
    self.search = search
    self.filter = filter
    self.order = order
  }

  /// Whether every record of the table is shown.
  public var isWhole: Bool { search.isEmpty && filter == nil }

  /// The same with something changed.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var query = self
    change(&query)
    return query
  }
}
