// The `$` value of a fetch wrapper: loading, its state, and future values.

public import Databases
public import StructuredQueries

/// The projected value of `@FetchAll`, `@FetchOne` and `@Fetch`: loads on demand, and reports the state of loading.
///
/// All members may be used on any thread. `isLoading`, `loadError` and `animation` are tracked like the value.
public struct FetchProjection<Value: Sendable>: Sendable {
  @usableFromInline let reader: FetchReader<Value>

  init(reader: FetchReader<Value>) { self.reader = reader }

  /// Whether the first fetch, a `load`, or the fetch after a pause of the scope is running. Fetches for a change do not
  /// count.
  public var isLoading: Bool { reader.isLoading }

  /// The error of the last fetch; nil once one succeeds. The value is the last good one.
  public var loadError: (any Error)? { reader.loadError }

  /// How to show the latest change; `.none` for the first rows of a declaration.
  public var animation: FetchAnimation { reader.latestAnimation }

  /// The values from the current one on; if there is none yet, from the first one on. A slow consumer gets the newest.
  /// The sequence ends when the wrapper's last copy is freed; it does not keep the wrapper.
  public var values: AsyncStream<Value> { reader.makeStream() }

  /// Fetches once more. Returns when the result has been delivered.
  ///
  /// Throws the error of the fetch, which is then also `loadError`, or `CancellationError`. Does nothing on a wrapper
  /// without a query.
  public func load() async throws { try await reader.load() }

  /// Follows another request. Returns when its first value has been delivered; the wrapper follows the old one until
  /// then.
  ///
  /// The newest load wins: an earlier one is cancelled, and its read interrupted. Throws the error of the fetch, or
  /// `CancellationError`; a load whose own task is cancelled leaves the wrapper with its former query.
  /// - Parameters:
  ///   - database: nil means the wrapper's own.
  ///   - animation: of the changes from now on; nil leaves it unchanged.
  @discardableResult @inlinable
  public func load(
    _ request: some FetchKeyRequest<Value>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription {
    try await load(FetchQuery(request), database: database, animation: animation)
  }

  /// Follows all rows of another statement from now on; otherwise like `load` with a request.
  @discardableResult @inlinable
  public func load<Element: QueryDecodable & Sendable>(
    _ statement: some Statement<Element>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == [Element] {
    try await load(FetchQuery(rowsOf: statement), database: database, animation: animation)
  }

  /// Follows the first row of another statement from now on; throws `RowNotFoundError` if there is none.
  @discardableResult @inlinable
  public func load(
    _ statement: some Statement<Value>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value: QueryDecodable {
    try await load(FetchQuery(rowOf: statement), database: database, animation: animation)
  }

  /// Follows the first row of another statement from now on; nil if there is none.
  @discardableResult @inlinable
  public func load<Row: QueryDecodable & Sendable>(
    _ statement: some Statement<Row>, database: SQLiteConnection? = nil, animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == Row? {
    try await load(FetchQuery(rowOrNilOf: statement), database: database, animation: animation)
  }

  /// Follows the first row of another statement from now on; no row and NULL are both nil.
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
  /// The reader after its wrapper was declared again: the same, unless the declaration has another query.
  func replaced(by declaration: FetchReader) -> FetchReader {
    guard let key = declaration.declaredKey else { return self }
    return key == declaredKey ? self : declaration
  }

  static func showEqual(_ left: FetchReader, _ right: FetchReader) -> Bool where Value: Equatable {
    left === right || left.untrackedValue == right.untrackedValue
  }
}
