// `@FetchOne`: the first row of a statement, kept current.

public import Databases
import StructuredQueries

/// The first row of a statement, fetched from the declaration on and kept current.
///
/// ```swift
/// @FetchOne(User.count) var userCount = 0
/// @FetchOne(User.where { $0.id == id }, connection: connection) var user: User?
/// @FetchOne var current = User(id: 2, name: "…")    // the user with the key 2
/// ```
///
/// If the type is not optional, a missing row is an error: `loadError` is `RowNotFoundError`, and the last good value
/// stays. Otherwise a missing row is nil. A nullable column of a row that may be missing needs a doubly optional type:
/// `nil` is then no row, and `.some(nil)` a row with NULL. For the rest see `Fetch`.
@propertyWrapper
public struct FetchOne<Value: Sendable>: Sendable {
  private var reader: FetchReader<Value>

  /// The last good value.
  public var wrappedValue: Value { reader.value }

  /// Loads on demand, and reports the state of loading.
  public var projectedValue: FetchProjection<Value> { FetchProjection(reader: reader) }

  // Not with the other declarations: for a bare property in a function the compiler looks only here.
  /// The first row of the value's table, if there is one.
  @inlinable
  public init(database: SQLiteConnection? = nil, animation: FetchAnimation = .none) where Value: OptionalRow {
    self.init(nil, query: FetchQuery(followingOrNil: nil), database: database, animation: animation)
  }

  @usableFromInline
  init(_ value: Value, query: FetchQuery<Value>, database: SQLiteConnection?, animation: FetchAnimation) {
    reader = FetchReader(value, query: query, database: database, animation: animation)
  }

  /// A value without a statement.
  init(_ value: Value, database: SQLiteConnection?, animation: FetchAnimation) {
    reader = FetchReader(value, query: nil, database: database, animation: animation)
  }

  /// Replaces `declaration`, a wrapper that was declared again: what was loaded on demand is kept, unless the new
  /// declaration has another statement than this one had.
  public mutating func update(from declaration: Self) {
    reader = reader.replaced(by: declaration.reader)
  }
}

extension FetchOne: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool { FetchReader.showEqual(left.reader, right.reader) }
}
