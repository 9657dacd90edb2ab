// The number of rows of a query, as a result of its own.

public import Databases

extension LiveResult {
  /// Makes the result that has one row with one value: the number of rows of a query whose rows come from rows of tables.
  /// It takes little memory, however many rows there are. For another query `begin` throws `QueryError` before it reads
  /// a row.
  public init(countOf sql: String, on connection: SQLiteConnection, _ configuration: Configuration = Configuration()) {
    var tokens = (try? QueryText.tokens(sql)) ?? []
    // The order does not change the number, and a subquery with one is not linear.
    if tokens.limitPlace == nil, let order = tokens.outermost.last(where: { tokens[$0].upper == "ORDER" }) {
      tokens.removeSubrange(order...)
    }
    var configuration = configuration
    configuration.mustBeOneGroup = true
    self.init("SELECT count(*) FROM (\(tokens.sql))", on: connection, configuration)
  }
}

extension [Token] {
  /// The place of the statement's own LIMIT; nil if it has none.
  var limitPlace: Int? { outermost.first { self[$0].upper == "LIMIT" } }
}
