import Databases
import LiveQueries
import StructuredQueries

/// The order of a list, by columns that distinguish any two rows, so that a page is found by its key. Without an
/// identity a page is found by its place, and an order may have no column: then rows come in the order of the table.
public struct ListOrder: Hashable, Sendable {
  /// A column that rows are ordered by.
  public struct Term: Hashable, Sendable {
    /// The column's name.
    public let column: String
    /// The collation; nil for the column's own.
    public let collation: String?
    /// Whether the column is read from its greatest value down.
    public internal(set) var isDescending: Bool
    /// Whether the column may hold NULL.
    public let isNullable: Bool

    /// Makes a term of an order.
    public init(_ column: String, collation: String? = nil, isDescending: Bool = false, isNullable: Bool = true) {
      (self.column, self.collation) = (column, collation)
      (self.isDescending, self.isNullable) = (isDescending, isNullable)
    }

    /// The quoted column with its collation, for `ORDER BY` and comparisons.
    fileprivate var sql: String { column.quotedName + (collation.map { " COLLATE \($0.quotedName)" } ?? "") }
  }

  /// The columns, the most significant first.
  public private(set) var terms: [Term]
  /// Whether an index provides the order, so that rows are found by their key in it.
  let isIndexed: Bool
  /// How many columns the person sorts by. The others only tell equal rows apart.
  private let chosenCount: Int
  /// The orders of the indexes that begin with its first column.
  let ofIndexes: [[Term]]
  /// The title of the order for people; nil if the column's name is enough.
  public var title: String?

  /// Makes an order of terms, the most significant first. The person sorts by the first `chosenCount` of them.
  public init(_ terms: [Term], isIndexed: Bool = true, chosenCount: Int = 1, ofIndexes: [[Term]] = []) {
    (self.terms, self.isIndexed, self.chosenCount, self.ofIndexes) = (terms, isIndexed, chosenCount, ofIndexes)
  }

  /// The order by an identity.
  init(_ identity: TableShape.Identity, ofIndexes: [[Term]] = []) {
    self.init(identity.columns.map { Term($0, isNullable: false) }, ofIndexes: ofIndexes)
  }

  /// An order by an identity of one column.
  public init(_ identity: String, isDescending: Bool = false, title: String? = nil) {
    self.init([Term(identity, isDescending: isDescending, isNullable: false)])
    self.title = title
  }

  /// An order by one column, then by the identity among equal values, both in one direction.
  public init(_ column: String, collation: String? = nil, then identity: String, isDescending: Bool = false) {
    self.init([
      Term(column, collation: collation, isDescending: isDescending),
      Term(identity, isDescending: isDescending, isNullable: false),
    ])
  }

  /// The most significant column; empty if there is none.
  public var column: String { terms.first?.column ?? "" }
  /// Whether the most significant column is read from its greatest value down.
  public var isDescending: Bool { terms.first?.isDescending == true }

  /// The columns that the person sorts by, the most significant first.
  public var chosen: ArraySlice<Term> { terms.prefix(chosenCount) }

  /// The columns, quoted.
  var columnNames: [String] { terms.map(\.column.quotedName) }

  /// The same order from its end.
  public var reversed: ListOrder {
    var order = self
    for index in terms.indices { order.terms[index].isDescending.toggle() }
    return order
  }

  /// The order without the terms in which all rows are equal; unchanged if no term would be left.
  func removing(_ isFixed: (Term) -> Bool) -> ListOrder {
    var order = self
    order.terms.removeAll(where: isFixed)
    return order.terms.isEmpty ? self : order
  }

  /// The direction in which a list is read.
  public enum Direction: Hashable, Sendable {
    /// From the start to the end, as on the screen.
    case down
    /// From the end to the start.
    case up
  }

  /// `ORDER BY` terms for reading in a direction.
  func terms(_ direction: Direction) -> QueryFragment {
    QueryFragment(
      terms.map { $0.sql + ($0.isDescending == (direction == .down) ? " DESC" : "") }.joined(separator: ", "))
  }

  /// Whether key `next` comes after `key`. In a damaged index the last row of a page may come before the first: a list
  /// that went on from there would never end.
  func isBeyond(_ next: RowKey, after key: RowKey, in table: ListedTable, _ db: Database) throws -> Bool {
    guard let beyond = conditions(beyond: key, .down, inOne: true).first else { return false }
    let condition = beyond.map { " WHERE \($0)" as QueryFragment }
    // The columns of a compound have the collations of its first part: the table's own. The LIMIT keeps SQLite from
    // comparing inside the parts.
    let names = columnNames.joined(separator: ", ")
    let values = next.values.map(\.fragment).joined(separator: ", ")
    let query: QueryFragment = """
      SELECT 1 FROM (SELECT \(raw: names) FROM \(raw: table.quoted) WHERE 0 UNION ALL SELECT \(values) LIMIT -1)\
      \(condition ?? "")
      """
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      return try statement.step()
    }
  }

  /// The conditions of the rows beyond `key` in a direction, in the order of their rows. Each is for a statement of its
  /// own; nil means no condition. `inclusive` includes `key` itself.
  ///
  /// If the order has an index, one condition selects the rows that are equal in all columns but the last, the next
  /// those equal in one column less, and so on: SQLite looks rows up at once only without row values. If rows are
  /// sorted anyway, one condition (`inOne`) is enough. NULL comes before every value, and no comparison finds it.
  func conditions(
    beyond key: RowKey?, _ direction: Direction, inclusive: Bool = false, inOne: Bool = false
  ) -> [QueryFragment?] {
    guard let key else { return [nil] }
    guard key.values.count == terms.count else {
      fatalError("A key of \(key.values.count) values for an order of \(terms.count) columns.")
    }
    var parts: [[QueryFragment]] = []
    for last in terms.indices.reversed() {
      let equal = terms[..<last].indices.map { index -> QueryFragment in
        let isNull = key.values[index] == .null
        let value = key.fragment(index, rowID: terms[terms.count - 1])
        return "\(raw: terms[index].sql) \(raw: isNull ? "IS" : "=") \(value)"
      }
      let isInclusive = inclusive && last == terms.count - 1
      let value = key.values[last] == .null ? nil : key.fragment(last, rowID: terms[terms.count - 1])
      for condition in terms[last].conditions(beyond: value, direction, inclusive: isInclusive) {
        parts.append(equal + (condition.map { [$0] } ?? []))
      }
    }
    let conditions = parts.map { $0.isEmpty ? nil : $0.joined(separator: " AND ") }
    guard inOne, conditions.count > 1 else { return conditions }
    if conditions.contains(nil) { return [nil] }
    return ["(\(conditions.map { "(\($0!))" as QueryFragment }.joined(separator: " OR ")))"]
  }
}

extension ListQuery {
  /// Terms of the order to add to a `SELECT` of a table in the past: SQLite merges the two parts of its view in their
  /// orders only if all terms are selected.
  var mergedTerms: String {
    guard table.style.isPast else { return "" }
    return order.terms.filter { $0.collation != nil }.map { ", \($0.sql)" }.joined()
  }
}

extension ListOrder.Term {
  /// The conditions of the values beyond `value`, in the order of their rows; nil means no condition. A nil `value`
  /// means NULL.
  fileprivate func conditions(
    beyond value: QueryFragment?, _ direction: ListOrder.Direction, inclusive: Bool
  ) -> [QueryFragment?] {
    let isUp = isDescending == (direction == .up)
    guard let value else {
      if isUp { return inclusive ? [nil] : ["\(raw: sql) IS NOT NULL"] }
      return inclusive ? ["\(raw: sql) IS NULL"] : []
    }
    if isUp { return ["\(raw: sql) \(raw: inclusive ? ">=" : ">") \(value)"] }
    let less: QueryFragment = "\(raw: sql) \(raw: inclusive ? "<=" : "<") \(value)"
    return isNullable ? [less, "\(raw: sql) IS NULL"] : [less]
  }
}
