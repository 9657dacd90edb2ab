// The sources of rows: a table, one known only at run time, or several joined.

/// The content of a FROM clause.
public protocol QuerySource: Hashable, Sendable {
  /// The type that closures such as that of `where` receive.
  associatedtype Columns
  /// The type of a row, unless something else is selected.
  associatedtype Row: QueryDecodable

  /// The columns for expressions.
  var columns: Columns { get }
  /// All columns, as they are selected.
  var selection: QueryFragment { get }
  /// The text after FROM.
  var from: QueryFragment { get }
}

/// A source that is not a join.
public protocol SingleSource: QuerySource {
  /// The quoted name of the source in the statement.
  var name: QueryFragment { get }
}

/// The table of a Swift type, under its own name or an alias.
public struct TableSource<Root: Table>: SingleSource {
  /// The table's name in the statement, if it is not its own.
  public let alias: String?

  /// Makes a source of the table, with an optional alias.
  public init(alias: String? = nil) { self.alias = alias }

  public var name: QueryFragment { QueryFragment(quote: alias ?? Root.tableName) }
  /// The columns of the table.
  public var columns: Root.TableColumns { Root.TableColumns(tableQualifier: alias ?? Root.tableName) }
  public var selection: QueryFragment { columns.fragment }

  public var from: QueryFragment {
    guard let alias else { return "\(Root.self)" }
    return "\(Root.self) AS \(quote: alias)"
  }

  public typealias Row = Root
}
