// `@FetchAll` with sections.

public import Databases
public import StructuredQueries

extension FetchAll {
  /// The rows of `statement`, grouped into sections by name: `@FetchAll(Reminder.all, sectionBy: \.category)`.
  ///
  /// `$reminders.sections` has the sections; the rows of one keep the order of the statement. A limit of the statement
  /// applies to all rows together.
  /// - Parameters:
  ///   - name: The name of a row's section.
  ///   - direction: The order of the names.
  ///   - nulls: The place of the rows without a name; by default `nil` is the smallest name.
  public init(
    wrappedValue: [Element] = [], _ statement: some Statement<Element>,
    sectionBy name: any KeyPath<Element, String> & Sendable, _ direction: OrderDirection = .ascending,
    nulls: NullPlacement? = nil, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) where Element: QueryDecodable {
    self.init(
      wrappedValue, query: FetchQuery(rowsOf: statement, in: SectionOrder(name, direction, nulls)), database: database,
      animation: animation)
  }

  /// The rows of `statement`, grouped into sections by name. Rows may have no name.
  public init(
    wrappedValue: [Element] = [], _ statement: some Statement<Element>,
    sectionBy name: any KeyPath<Element, String?> & Sendable, _ direction: OrderDirection = .ascending,
    nulls: NullPlacement? = nil, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) where Element: QueryDecodable {
    self.init(
      wrappedValue, query: FetchQuery(rowsOf: statement, in: SectionOrder(name, direction, nulls)), database: database,
      animation: animation)
  }
}

extension FetchProjection where Value: RandomAccessCollection {
  /// The rows in sections: those of `sectionBy`, or else all in one section without a name. Tracked like the value.
  public var sections: Sections<Value.Element> {
    let (rows, names) = reader.namedValue
    return Sections(Array(rows), names: names)
  }
}

extension FetchProjection {
  /// Follows all rows of another statement from now on, grouped by name; otherwise like `load` with a request.
  @discardableResult
  public func load<Element: QueryDecodable & Sendable>(
    _ statement: some Statement<Element>, sectionBy name: any KeyPath<Element, String> & Sendable,
    _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil, database: SQLiteConnection? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == [Element] {
    try await load(
      FetchQuery(rowsOf: statement, in: SectionOrder(name, direction, nulls)), database: database, animation: animation)
  }

  /// Follows all rows of another statement from now on, grouped by name. Rows may have no name.
  @discardableResult
  public func load<Element: QueryDecodable & Sendable>(
    _ statement: some Statement<Element>, sectionBy name: any KeyPath<Element, String?> & Sendable,
    _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil, database: SQLiteConnection? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == [Element] {
    try await load(
      FetchQuery(rowsOf: statement, in: SectionOrder(name, direction, nulls)), database: database, animation: animation)
  }
}
