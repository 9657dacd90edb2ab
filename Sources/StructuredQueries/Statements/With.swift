// WITH: a query under a name, for the statement behind it.

/// Names queries for one statement: `With("recent", Fact.order { … }.limit(10)) { recent in SQLQuery<Int>("SELECT …
/// FROM \(recent)") }`.
public struct With<QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment

  /// A statement that reads a named query. If that is empty (`none`) the statement reads nothing, and is empty too.
  ///
  /// - Parameters:
  ///   - name: the query's name, without quotes.
  ///   - columnNames: the names of its columns, without quotes; those of its selection unless given.
  ///   - statement: the statement; it is given the quoted name.
  public init(
    _ name: String, columns columnNames: [String] = [], _ named: some Statement,
    statement: (QueryFragment) -> some Statement<QueryValue>
  ) {
    let name = QueryFragment(quote: name)
    let inner = named.query
    let outer = statement(name).query
    if inner.isEmpty || outer.isEmpty {
      query = ""
      return
    }
    let columns = columnNames.map { QueryFragment(quote: $0) }.joined()
    let list: QueryFragment = columnNames.isEmpty ? "" : " (\(columns))"
    query = "WITH \(name)\(list) AS (\(inner)) \(outer)"
  }
}
