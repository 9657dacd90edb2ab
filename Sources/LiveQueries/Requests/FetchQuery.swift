// A followed query: how to fetch it, and its identity.

public import Databases
public import StructuredQueries

/// The identity of a query within one database: equal keys share one observation.
@usableFromInline
struct QueryKey: Hashable, Sendable {
  @usableFromInline
  enum Form: Hashable, Sendable { case rows, row, rowOrNil, request, late }

  private let form: Form
  /// The type of the value; of a late query its owner.
  private let value: ObjectIdentifier
  private let query: QueryFragment?
  /// A request, or the section order of a query's rows.
  private let detail: AnyDetail?

  @usableFromInline
  init<Value>(_ form: Form, _ query: QueryFragment, as value: Value.Type) {
    self.form = form
    self.value = ObjectIdentifier(value)
    self.query = query
    detail = nil
  }

  init<Element>(_ query: QueryFragment, by order: SectionOrder<Element>) {
    form = .rows
    value = ObjectIdentifier([Element].self)
    self.query = query
    detail = AnyDetail(order)
  }

  @usableFromInline
  init<Request: FetchKeyRequest>(_ request: Request) {
    form = .request
    value = ObjectIdentifier(Request.Value.self)
    query = nil
    detail = AnyDetail(request)
  }

  /// The key of a late query, which its wrapper shares with no other.
  init(only owner: AnyObject) {
    form = .late
    value = ObjectIdentifier(owner)
    query = nil
    detail = nil
  }
}

/// A part of a key without its type. Unchecked, because `AnyHashable` does not know that its content is Sendable.
private struct AnyDetail: Hashable, @unchecked Sendable {
  private let base: AnyHashable

  init(_ detail: some Hashable & Sendable) { base = AnyHashable(detail) }
}

/// Tests whether a commit's change of a table may change a query's result.
@usableFromInline
typealias ConcernTest = @Sendable (_ change: TableChange, _ table: String) -> Bool

/// A query that readers follow. Its closure is created in the caller's module, where the types are known, so that
/// decoding is specialised.
@usableFromInline
struct FetchQuery<Value: Sendable>: Sendable {
  @usableFromInline let key: QueryKey
  @usableFromInline let fetch: @Sendable (Database) throws -> Value
  /// The section name of each row; nil if there are no sections.
  let sectionNames: (@Sendable (Value) -> [String?])?
  /// Whether a commit to a table that it reads may change its result; nil: every commit may.
  let isConcerned: ConcernTest?

  @usableFromInline
  init(
    key: QueryKey, isConcerned: ConcernTest? = nil, fetch: @escaping @Sendable (Database) throws -> Value
  ) {
    self.key = key
    self.fetch = fetch
    self.isConcerned = isConcerned
    sectionNames = nil
  }

  /// All rows of a statement, one section after the other.
  init<Element: QueryDecodable & Sendable>(
    rowsOf statement: some Statement<Element>, in order: SectionOrder<Element>
  ) where Value == [Element] {
    let query = statement.query
    key = QueryKey(query, by: order)
    fetch = { order.ordered(try query.fetchAll($0, as: Element.self)) }
    sectionNames = { $0.map(order.name) }
    isConcerned = nil
  }
}

extension FetchQuery {
  /// All rows of a statement.
  @inlinable
  init<Element: QueryDecodable & Sendable>(rowsOf statement: some Statement<Element>) where Value == [Element] {
    let query = statement.query
    self.init(key: QueryKey(.rows, query, as: Value.self)) { try query.fetchAll($0, as: Element.self) }
  }

  /// The first row of a statement; throws `RowNotFoundError` if there is none.
  @inlinable
  init(rowOf statement: some Statement<Value>) where Value: QueryDecodable {
    let query = statement.query
    let valueOfNone = statement.valueOfNone
    self.init(key: QueryKey(.row, query, as: Value.self)) { db in
      if query.isEmpty, let valueOfNone { return valueOfNone }
      guard let value = try query.fetchOne(db, as: Value.self) else { throw RowNotFoundError(sql: query.sql) }
      return value
    }
  }

  /// The first row of a statement; nil if there is none.
  @inlinable
  init<Row: QueryDecodable & Sendable>(rowOrNilOf statement: some Statement<Row>) where Value == Row? {
    let query = statement.query
    let valueOfNone = statement.valueOfNone
    self.init(key: QueryKey(.rowOrNil, query, as: Value.self)) { db in
      query.isEmpty ? valueOfNone : try query.fetchOne(db, as: Row.self)
    }
  }

  /// The row with the key of `row`; for a type without keys, the first row of the table.
  @inlinable
  init(following row: Value) where Value: Table {
    self.init(rowOf: row.follows)
  }

  /// The row with the key of `value`, nil if there is none. Without a value, or for a type without keys, the first row
  /// of the table.
  @inlinable
  init(followingOrNil value: Value) where Value: OptionalRow {
    let query = (value.row?.follows ?? Value.Row.all).query
    self.init(key: QueryKey(.rowOrNil, query, as: Value.self)) {
      Value(row: try query.fetchOne($0, as: Value.Row.self))
    }
  }

  /// The first row of a statement whose own type can represent NULL: no row and NULL are both nil.
  @inlinable
  init(rowOrNullOf statement: some Statement<Value>) where Value: QueryDecodable & ExpressibleByNilLiteral {
    let query = statement.query
    self.init(key: QueryKey(.rowOrNil, query, as: Value.self)) { try query.fetchOne($0, as: Value.self) ?? nil }
  }

  /// A request.
  @inlinable
  init(_ request: some FetchKeyRequest<Value>) {
    self.init(key: QueryKey(request), isConcerned: { request.isConcerned(by: $0, of: $1) }) { try request.fetch($0) }
  }
}
