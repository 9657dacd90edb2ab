// Runs statements inside a read or a write.

public import Databases
public import StructuredQueries

extension Statement {
  /// Runs the statement and decodes every row.
  ///
  /// Throws `DatabaseError`, `RowDecodingError` with the column's index and name, or `QueryBindingError`. An empty
  /// statement (an insert without rows, an update without assignments) runs nothing and returns no rows.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [QueryValue] {
    try query.fetchAll(db, as: QueryValue.self)
  }

  /// Runs the statement up to its first row and decodes that; nil if there is none. Throws as `fetchAll` does. An empty
  /// statement returns its `valueOfNone`.
  @inlinable
  public func fetchOne(_ db: Database) throws -> QueryValue? {
    let query = query
    return query.isEmpty ? valueOfNone : try query.fetchOne(db, as: QueryValue.self)
  }

  /// Runs the statement to its end. Throws `DatabaseError` or `QueryBindingError`.
  public func execute(_ db: Database) throws {
    try query.execute(db)
  }
}
