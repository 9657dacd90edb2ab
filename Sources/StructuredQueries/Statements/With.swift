// WITH: a query under a name, for the statement behind it.

/// Names queries for one statement: `With("recent", Fact.order { … }.limit(10)) { recent in SQLQuery<Int>("SELECT …
/// FROM \(recent)") }`.
///
/// A query that has a `Table` for its rows may read what it has given so far:
///
/// ```swift
/// @Table("numbers") struct Number { var value: Int }
/// With(Number.self) {
///   Values(1).union(all: true, Number.where { $0.value < 10 }.select { $0.value + 1 })
/// } query: {
///   Number.all
/// }
/// ```
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
    // SQLite lets a query name itself without RECURSIVE too.
    let list: QueryFragment = columnNames.isEmpty ? "" : " (\(columns))"
    query = "WITH \(name)\(list) AS (\(inner)) \(outer)"
  }

  /// A statement that reads a named query as a table, whose name and columns it has. The named query may read it too.
  public init<Root: Table>(
    _ table: Root.Type, _ named: () -> some Statement, query: () -> some Statement<QueryValue>
  ) {
    self.init(Root.tableName, columns: Root.TableColumns.columnNames, named()) { _ in query() }
  }
}
