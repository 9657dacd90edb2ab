// WITH: a named query for the statement after it.

/// Names queries for one statement: `With("recent", Fact.order { … }.limit(10)) { recent in SQLQuery<Int>("SELECT …
/// FROM \(recent)") }`. A second `With` inside the closure names another query, which may read the first.
///
/// A query whose rows are a `Table` may read its own earlier rows:
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
  /// A query and its name.
  private struct Named: Hashable {
    let name: String
    let definition: QueryFragment
  }

  private let named: [Named]
  private let statement: QueryFragment

  public var query: QueryFragment {
    // SQLite lets a query name itself even without RECURSIVE.
    statement.isEmpty ? "" : "WITH \(named.map(\.definition).joined()) \(statement)"
  }

  /// Makes a statement that reads a named query. If that is empty (`none`), the statement is empty, too.
  ///
  /// - Parameters:
  ///   - name: the query's name, without quotes.
  ///   - columnNames: the names of its columns, without quotes; by default those of its selection.
  ///   - statement: the statement; it receives the quoted name.
  public init(
    _ name: String, columns columnNames: [String] = [], _ named: some Statement,
    statement: (QueryFragment) -> some Statement<QueryValue>
  ) {
    let quoted = QueryFragment(quote: name)
    let columns = columnNames.map { QueryFragment(quote: $0) }.joined()
    let list: QueryFragment = columnNames.isEmpty ? "" : " (\(columns))"
    let inner = named.query
    let first = Named(name: name.lowercased(), definition: "\(quoted)\(list) AS (\(inner))")
    let outer = statement(quoted)
    // A statement has one WITH. A name used twice needs a nested statement: the inner name hides the other.
    if let next = outer as? Self, !next.named.contains(where: { $0.name == first.name }) {
      self.named = [first] + next.named
      self.statement = inner.isEmpty ? "" : next.statement
    } else {
      self.named = [first]
      self.statement = inner.isEmpty ? "" : outer is Self ? outer.part(isFirst: true) : outer.query
    }
  }

  /// Makes a statement that reads a named query as a table, with the table's name and columns. The query may read
  /// itself.
  public init<Root: Table>(
    _ table: Root.Type, _ named: () -> some Statement, query: () -> some Statement<QueryValue>
  ) {
    self.init(Root.tableName, columns: Root.TableColumns.columnNames, named()) { _ in query() }
  }
}
