// `@FetchAll`: all rows of a statement, kept current.

public import Databases
public import StructuredQueries

/// All rows of a statement, fetched from the declaration on and kept current.
///
/// ```swift
/// @FetchAll var facts: [Fact]
/// @FetchAll(Fact.order { $0.id.desc() }, animation: .default) var facts
/// @FetchAll(User.where { $0.active == true }, connection: connection) var activeUsers
/// ```
///
/// It shows its declared rows, by default none, until all first rows have been delivered; it never shows a part of
/// them. For the rest see `Fetch`.
@propertyWrapper
public struct FetchAll<Element: Sendable>: Sendable {
  private var reader: FetchReader<[Element]>

  /// The last good rows.
  public var wrappedValue: [Element] { reader.value }

  /// Loads on demand, and reports the state of loading.
  public var projectedValue: FetchProjection<[Element]> { FetchProjection(reader: reader) }

  /// Rows without a statement; set one with `$rows.load(statement)`.
  @_disfavoredOverload
  public init(wrappedValue: [Element] = [], database: SQLiteConnection? = nil, animation: FetchAnimation = .none) {
    reader = FetchReader(wrappedValue, query: nil, database: database, animation: animation)
  }

  /// All rows of the element's table, in `database` or, if nil, in the container's `defaultDatabase`.
  @inlinable
  public init(wrappedValue: [Element] = [], database: SQLiteConnection? = nil, animation: FetchAnimation = .none)
  where Element: Table {
    self.init(wrappedValue, query: FetchQuery(rowsOf: Element.all), database: database, animation: animation)
  }

  /// All rows of the element's table, in the database `connection`.
  @inlinable
  public init(wrappedValue: [Element] = [], connection: SQLiteConnection, animation: FetchAnimation = .none)
  where Element: Table {
    self.init(wrappedValue, query: FetchQuery(rowsOf: Element.all), database: connection, animation: animation)
  }

  /// The rows of `statement`, in `database` or, if nil, in the container's `defaultDatabase`.
  @inlinable
  public init(
    wrappedValue: [Element] = [], _ statement: some Statement<Element>, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) where Element: QueryDecodable {
    self.init(wrappedValue, query: FetchQuery(rowsOf: statement), database: database, animation: animation)
  }

  /// The rows of `statement`, in the database `connection`.
  @inlinable
  public init(
    wrappedValue: [Element] = [], _ statement: some Statement<Element>, connection: SQLiteConnection,
    animation: FetchAnimation = .none
  ) where Element: QueryDecodable {
    self.init(wrappedValue, query: FetchQuery(rowsOf: statement), database: connection, animation: animation)
  }

  @usableFromInline
  init(_ rows: [Element], query: FetchQuery<[Element]>, database: SQLiteConnection?, animation: FetchAnimation) {
    reader = FetchReader(rows, query: query, database: database, animation: animation)
  }

  /// Replaces `declaration`, a wrapper that was declared again: what was loaded on demand is kept, unless the new
  /// declaration has another statement than this one had.
  public mutating func update(from declaration: Self) {
    reader = reader.replaced(by: declaration.reader)
  }
}

extension FetchAll: Equatable where Element: Equatable {
  public static func == (left: Self, right: Self) -> Bool { FetchReader.showEqual(left.reader, right.reader) }
}
