// What `$` gives for a fetched value: loading, its state, and the values to come.

public import Databases
public import StructuredQueries

/// The projected value of `@FetchAll`, `@FetchOne` and `@Fetch`: loads on demand, tells how loading goes.
///
/// Everything may be called and read on any thread. `isLoading`, `loadError` and `animation` are tracked like the
/// value.
public struct FetchProjection<Value: Sendable>: Sendable {
  @usableFromInline let reader: FetchReader<Value>

  init(reader: FetchReader<Value>) { self.reader = reader }

  /// Whether the first fetch, one asked for by `load`, or the one that catches up after a pause of the scope is under
  /// way. Fetches for a change are not counted.
  public var isLoading: Bool { reader.isLoading }

  /// What the last fetch failed with; `nil` once one succeeds. The value is the last good one.
  public var loadError: (any Error)? { reader.loadError }

  /// How the latest change is to be shown; `.none` for the first rows of a declaration.
  public var animation: FetchAnimation { reader.latestAnimation }

  /// The values from the present one on (from the first one on, while there is none). A slow consumer gets the newest.
  /// The sequence ends when the wrapper's last copy is dropped; it does not keep the wrapper.
  public var values: AsyncStream<Value> { reader.makeStream() }

  /// Fetches once more. Returns when the result has been delivered.
  ///
  /// Throws what the fetch threw, which is then `loadError` too, or `CancellationError`. Does nothing on a wrapper
  /// without a query.
  public func load() async throws { try await reader.load() }

  /// Follows another request. Returns when its first value has been delivered; until then the old one is followed.
  ///
  /// The newest load wins: one that is under way is cancelled, and its read interrupted. Throws what the fetch threw,
  /// or `CancellationError`; a load whose own task is cancelled leaves the wrapper with the query from before.
  /// - Parameters:
  ///   - database: `nil` means the one that the wrapper has.
  ///   - animation: of the changes from now on; `nil` leaves it as it is.
  @discardableResult @inlinable
  public func load(
    _ request: some FetchKeyRequest<Value>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription {
    try await load(FetchQuery(request), database: database, animation: animation)
  }

  /// Follows all rows of another statement from now on; otherwise as `load` with a request.
  @discardableResult @inlinable
  public func load<Element: QueryDecodable & Sendable>(
    _ statement: some Statement<Element>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == [Element] {
    try await load(FetchQuery(rowsOf: statement), database: database, animation: animation)
  }

  /// Follows the first row of another statement from now on; `RowNotFoundError` when there is none.
  @discardableResult @inlinable
  public func load(
    _ statement: some Statement<Value>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value: QueryDecodable {
    try await load(FetchQuery(rowOf: statement), database: database, animation: animation)
  }

  /// Follows the first row of another statement from now on; `nil` when there is none.
  @discardableResult @inlinable
  public func load<Row: QueryDecodable & Sendable>(
    _ statement: some Statement<Row>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == Row? {
    try await load(FetchQuery(rowOrNilOf: statement), database: database, animation: animation)
  }

  /// Follows the first row of another statement from now on; no row and a NULL are both `nil`.
  @discardableResult @inlinable
  public func load(
    _ statement: some Statement<Value>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value: QueryDecodable & ExpressibleByNilLiteral {
    try await load(FetchQuery(rowOrNullOf: statement), database: database, animation: animation)
  }

  @usableFromInline
  func load(
    _ query: FetchQuery<Value>, database: SQLiteConnection?, animation: FetchAnimation?
  ) async throws -> FetchSubscription {
    try await reader.load(query, database: database ?? reader.database, animation: animation)
  }
}

extension FetchReader {
  /// What a new wrapper in the place of this reader's becomes: the same, unless it declares another query.
  func replaced(by declaration: FetchReader) -> FetchReader {
    guard let key = declaration.declaredKey else { return self }
    return key == declaredKey ? self : declaration
  }

  static func showEqual(_ left: FetchReader, _ right: FetchReader) -> Bool where Value: Equatable {
    left === right || left.untrackedValue == right.untrackedValue
  }
}
