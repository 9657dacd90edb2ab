// The database of fetch wrappers that do not name one.

public import Containers
public import Databases

extension Container {
  /// The database of fetch wrappers that do not name one. Register it before the first of them is used:
  ///
  /// ```swift
  /// Container.shared.defaultDatabase.register(value: connection)
  /// ```
  public var defaultDatabase: Factory<SQLiteConnection> {
    self {
      fatalError(
        """
        Container.defaultDatabase was used, and nothing is registered for it. Register a database before the first \
        @FetchAll, @FetchOne or @Fetch without a database of its own is used: \
        Container.shared.defaultDatabase.register(value: connection); or name one in the declaration: \
        @FetchAll(…, database: connection).
        """)
    }
  }
}
