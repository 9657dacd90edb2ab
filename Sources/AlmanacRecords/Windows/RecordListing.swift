// Records whole, column by column: for what is written out, not shown.
public import Databases
import LiveQueries
import StructuredQueries

/// The records of a table, or those among them that a search finds and that hold certain values, in an order.
public struct RecordListing<Record: BookRecord>: Sendable {
  /// What a column must hold.
  public struct Condition: Hashable, Sendable {
    public var column: String
    /// Compared as SQLite compares it with a column of that type: as a number with numbers, as text with text.
    public var text: String

    public init(column: String, text: String) {
      self.column = column
      self.text = text
    }
  }

  /// An order by one column, texts without regard to case; equal ones by their identity. The other way round it is the
  /// same order from its end.
  public struct Sort: Hashable, Sendable {
    public var column: String
    public var isDescending: Bool

    public init(column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  public var search: SearchQuery
  /// All of them hold.
  public var conditions: [Condition]
  /// `nil` is the order of the list.
  public var sort: Sort?
  public var limit: Int?

  public init(
    search: SearchQuery = SearchQuery(), conditions: [Condition] = [], sort: Sort? = nil, limit: Int? = nil
  ) {
    self.search = search
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
  }

  /// The names of the columns.
  public static var columns: [String] { Record.TableColumns.columnNames }

  /// A value for each column of one record; `nil` where there is none. Inside a read.
  public static func record(_ id: Int, _ db: Database) throws -> [SQLiteValue]? {
    let columns = columns.map { QueryFragment(quote: $0).sql }.joined(separator: ", ")
    return try db.withStatement(
      "SELECT \(columns) FROM \(QueryFragment(quote: Record.tableName).sql) WHERE \"id\" = ?"
    ) { statement in
      try statement.bind(id, at: 1)
      return try statement.step() ? Self.columns.indices.map(statement.value) : nil
    }
  }

  /// Hands every record to `body`, a value for each column. Inside a read.
  public func forEach(_ db: Database, _ body: ([SQLiteValue]) throws -> Void) throws {
    var left = limit ?? .max
    guard left > 0 else { return }
    let width = Self.columns.count
    let fields = width..<width + Record.searchIndex.columns.count
    let matcher = SearchMatcher(search)
    let query = try query(db)
    try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      while left > 0, try statement.step() {
        guard search.isEmpty || matcher.matches(statement, fields) else { continue }
        try body((0..<width).map(statement.value))
        left -= 1
      }
    }
  }

  private func query(_ db: Database) throws -> QueryFragment {
    let columns = (Self.columns + Record.searchIndex.columns).map { "\"\($0)\"" }.joined(separator: ", ")
    var query: QueryFragment = "SELECT \(raw: columns) FROM \(quote: Record.tableName) WHERE true"
    for condition in conditions {
      // Bound as text, which takes the type of the column that it is compared with.
      query = "\(query) AND \(quote: condition.column) = \(bind: Self.word(condition))"
    }
    if !search.isEmpty, let few = try SearchCandidates(index: Record.searchIndex, search: search, db: db).few() {
      query = "\(query) AND \"id\" IN (\(few))"
    }
    query = "\(query) ORDER BY \(order.terms(.down))"
    // So that SQLite need not sort more. What a search finds is counted here.
    if let limit, search.isEmpty { query = "\(query) LIMIT \(raw: String(limit))" }
    return query
  }

  private var order: ListOrder {
    guard let sort else { return Record.order }
    // An order of the list's own has an index where it has many rows.
    let order =
      Record.orders.first { $0.column == sort.column }
      ?? (sort.column == "id" ? ListOrder("id") : ListOrder(sort.column, collation: "NOCASE", then: "id"))
    return order.isDescending == sort.isDescending ? order : order.reversed
  }

  /// What a condition's text stands for: a flag is asked for in words too.
  private static func word(_ condition: Condition) -> String {
    let isFlag = Record.editableColumns.contains(.flag(condition.column))
    guard isFlag, let isOn = EditableColumn.flag(condition.text) else { return condition.text }
    return isOn ? "1" : "0"
  }
}
