// What rows are selected from: a table, one known only at run time, or several joined.

/// What stands in FROM.
public protocol QuerySource: Hashable, Sendable {
  /// What closures such as that of `where` get.
  associatedtype Columns
  /// What a row is, unless something else is selected.
  associatedtype Row: QueryDecodable

  /// The columns that expressions are made of.
  var columns: Columns { get }
  /// All columns, as they are selected.
  var selection: QueryFragment { get }
  /// The text behind FROM.
  var from: QueryFragment { get }
}

/// A source that is not a join.
public protocol SingleSource: QuerySource {
  /// The quoted name by which the statement calls the source.
  var name: QueryFragment { get }
}

/// The table of a Swift type, under its own name or another.
public struct TableSource<Root: Table>: SingleSource {
  /// The name by which the statement calls the table, unless its own.
  public let alias: String?

  /// Makes a source of the table, under another name if need be.
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
