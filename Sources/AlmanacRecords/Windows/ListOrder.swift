import Databases
import StructuredQueries

/// The order of a list, by columns that tell every two rows apart, all in one direction: a page is found by its key,
/// never by an offset.
public struct ListOrder: Hashable, Sendable {
  /// The column that counts first, and whether it is read from its greatest value down.
  public let column: String
  public private(set) var isDescending: Bool
  /// The columns, quoted, each with its collation.
  private let columns: [String]
  /// The columns, quoted.
  let columnNames: [String]

  public init(_ column: String, collation: String? = nil, then last: String? = nil, isDescending: Bool = false) {
    self.column = column
    columnNames = ([column] + (last.map { [$0] } ?? [])).map { QueryFragment(quote: $0).sql }
    columns = [columnNames[0] + (collation.map { " COLLATE \($0)" } ?? "")] + columnNames.dropFirst()
    self.isDescending = isDescending
  }

  /// The same order from its end.
  public var reversed: ListOrder {
    var order = self
    order.isDescending.toggle()
    return order
  }

  /// Whether the identity alone decides.
  var isOfIdentities: Bool { columnNames == [QueryFragment(quote: "id").sql] }

  /// Which way a list is read.
  public enum Direction: Hashable, Sendable {
    /// As it stands on the screen.
    case down
    /// From the end to the start.
    case up
  }

  /// `ORDER BY` terms for reading in a direction.
  func terms(_ direction: Direction) -> QueryFragment {
    let way = isDescending == (direction == .down) ? " DESC" : ""
    return QueryFragment(columns.map { $0 + way }.joined(separator: ", "))
  }

  /// The conditions of the rows beyond `key` when the list is read in a direction, each for a statement of its own, in
  /// the order in which their rows follow; `nil` is no condition. `key` itself counts where `inclusive`.
  ///
  /// Where rows are found in the order's index there is one for the rows that are equal in the first column, and one
  /// for the others: SQLite looks both columns up at once only where they are no row value, since the index names the
  /// identity. Where the rows are few, and sorted, one condition is enough. NULL, which only an altered table holds,
  /// comes before every value, and no comparison finds it.
  func conditions(
    beyond key: RowKey?, _ direction: Direction, inclusive: Bool = false, isSorted: Bool = false
  ) -> [QueryFragment?] {
    guard let key else { return [nil] }
    precondition(
      key.values.count == columns.count, "A key of \(key.values.count) values for an order of \(columns.count) columns."
    )
    let values = key.values.map(\.fragment)
    let sign = isDescending == (direction == .down) ? "<" : ">"
    let lastSign = sign + (inclusive ? "=" : "")
    guard columns.count > 1 else { return ["\(raw: columns[0]) \(raw: lastSign) \(values[0])"] }
    let isNull = key.values[0] == .null
    let equal: QueryFragment =
      "\(raw: columns[0]) \(raw: isNull ? "IS" : "=") \(values[0]) AND \(raw: columns[1]) \(raw: lastSign) \(values[1])"
    let others: [QueryFragment] =
      switch (isNull, sign) {
      case (true, ">"): ["\(raw: columns[0]) IS NOT NULL"]
      case (true, _): []
      case (false, ">"): ["\(raw: columns[0]) > \(values[0])"]
      case (false, _): ["\(raw: columns[0]) < \(values[0])", "\(raw: columns[0]) IS NULL"]
      }
    let parts = [equal] + others
    return isSorted ? ["(\(parts.map { "(\($0))" }.joined(separator: " OR ")))"] : parts
  }
}
