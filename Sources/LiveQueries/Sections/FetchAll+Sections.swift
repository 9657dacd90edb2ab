// `@FetchAll` with sections.

public import Databases
public import StructuredQueries

extension FetchAll {
  /// The rows of `statement`, those of one name together: `@FetchAll(Reminder.all, sectionBy: \.category)`.
  ///
  /// `$reminders.sections` has the sections; the rows of one keep the order of the statement. A limit of the statement
  /// is one of all rows.
  /// - Parameters:
  ///   - name: The name of a row's section.
  ///   - direction: The order of the names.
  ///   - nulls: Where the rows without a name stand; without it `nil` is the smallest name.
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

  /// The rows of `statement`, those of one name together. Rows may have no name.
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
  /// The rows in sections: those of `sectionBy`, or all in one without a name. Tracked like the value.
  public var sections: Sections<Value.Element> {
    let (rows, names) = reader.namedValue
    return Sections(Array(rows), names: names)
  }
}

extension FetchProjection {
  /// Follows all rows of another statement from now on, those of one name together; otherwise as `load` with a request.
  @discardableResult
  public func load<Element: QueryDecodable & Sendable>(
    _ statement: some Statement<Element>, sectionBy name: any KeyPath<Element, String> & Sendable,
    _ direction: OrderDirection = .ascending, nulls: NullPlacement? = nil, database: SQLiteConnection? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == [Element] {
    try await load(
      FetchQuery(rowsOf: statement, in: SectionOrder(name, direction, nulls)), database: database, animation: animation)
  }

  /// Follows all rows of another statement from now on, those of one name together. Rows may have no name.
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
