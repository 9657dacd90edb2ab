// The declarations of `@FetchOne`. `database` is the database to read, by default the container's `defaultDatabase`;
// `connection` is its other name.

public import Databases
public import StructuredQueries

extension FetchOne {
  /// A value without a statement; set one with `$value.load(statement)`.
  @_disfavoredOverload
  public init(wrappedValue: Value, database: SQLiteConnection? = nil, animation: FetchAnimation = .none) {
    self.init(wrappedValue, database: database, animation: animation)
  }

  /// The row with the key of the default value. For a table without a key, the first row.
  @inlinable
  public init(wrappedValue: Value, database: SQLiteConnection? = nil, animation: FetchAnimation = .none)
  where Value: Table {
    self.init(wrappedValue, query: FetchQuery(following: wrappedValue), database: database, animation: animation)
  }

  /// The row with the key of the default value, in the database `connection`.
  @inlinable
  public init(wrappedValue: Value, connection: SQLiteConnection, animation: FetchAnimation = .none)
  where Value: Table {
    self.init(wrappedValue, query: FetchQuery(following: wrappedValue), database: connection, animation: animation)
  }

  /// The row with the key of the default value, if there is one. Without a default value, the first row of its table.
  @inlinable
  public init<Row: Table & Sendable>(
    wrappedValue: Row?, database: SQLiteConnection? = nil, animation: FetchAnimation = .none
  ) where Value == Row? {
    self.init(wrappedValue, query: FetchQuery(followingOrNil: wrappedValue), database: database, animation: animation)
  }

  /// The first row of the value's table, if there is one, in the database `connection`. With a default value, the row
  /// with its key.
  @inlinable
  public init<Row: Table & Sendable>(
    wrappedValue: Row? = nil, connection: SQLiteConnection, animation: FetchAnimation = .none
  ) where Value == Row? {
    self.init(
      wrappedValue, query: FetchQuery(followingOrNil: wrappedValue), database: connection, animation: animation)
  }

  /// The first row of `statement`.
  @inlinable
  public init(
    wrappedValue: Value, _ statement: some Statement<Value>, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) where Value: QueryDecodable {
    self.init(wrappedValue, query: FetchQuery(rowOf: statement), database: database, animation: animation)
  }

  /// The first row of `statement`.
  @inlinable
  public init(
    wrappedValue: Value, _ statement: some Statement<Value>, connection: SQLiteConnection,
    animation: FetchAnimation = .none
  ) where Value: QueryDecodable {
    self.init(wrappedValue, query: FetchQuery(rowOf: statement), database: connection, animation: animation)
  }

  /// The first row of `statement`, if there is one.
  @inlinable
  public init<Row: QueryDecodable & Sendable>(
    wrappedValue: Value = nil, _ statement: some Statement<Row>, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) where Value == Row? {
    self.init(wrappedValue, query: FetchQuery(rowOrNilOf: statement), database: database, animation: animation)
  }

  /// The first row of `statement`, if there is one.
  @inlinable
  public init<Row: QueryDecodable & Sendable>(
    wrappedValue: Value = nil, _ statement: some Statement<Row>, connection: SQLiteConnection,
    animation: FetchAnimation = .none
  ) where Value == Row? {
    self.init(wrappedValue, query: FetchQuery(rowOrNilOf: statement), database: connection, animation: animation)
  }

  /// The first row of `statement`, whose own type can represent NULL: no row and NULL are both nil.
  @inlinable
  public init(
    wrappedValue: Value = nil, _ statement: some Statement<Value>, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) where Value: QueryDecodable & ExpressibleByNilLiteral {
    self.init(wrappedValue, query: FetchQuery(rowOrNullOf: statement), database: database, animation: animation)
  }

  /// The first row of `statement`, whose own type can represent NULL: no row and NULL are both nil.
  @inlinable
  public init(
    wrappedValue: Value = nil, _ statement: some Statement<Value>, connection: SQLiteConnection,
    animation: FetchAnimation = .none
  ) where Value: QueryDecodable & ExpressibleByNilLiteral {
    self.init(wrappedValue, query: FetchQuery(rowOrNullOf: statement), database: connection, animation: animation)
  }
}
