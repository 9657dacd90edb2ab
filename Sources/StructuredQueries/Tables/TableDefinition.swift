// The columns of a table, as a type.

/// The columns of a table: a property each, and their names in the order in which a row is decoded.
///
/// It is an expression too: selecting it selects the whole row.
public protocol TableDefinition: QueryExpression where QueryValue: Table {
  /// What stands before the columns' names: the table's name or an alias; empty for none.
  var tableQualifier: String { get }

  /// Gives the columns of a table that has this name in the statement.
  init(tableQualifier: String)

  /// The names of all columns, in decoding order.
  static var columnNames: [String] { get }

  /// The names of the columns that an insert may set: all but the generated ones.
  static var writableColumnNames: [String] { get }

  /// These names as an insert lists them: in quotes, with commas between them.
  static var writableColumnList: String { get }
}

extension TableDefinition {
  public static var writableColumnNames: [String] { columnNames }

  public static var writableColumnList: String { list(writableColumnNames) }

  static func list(_ names: [String]) -> String { names.map { QueryFragment(quote: $0).sql }.joined(separator: ", ") }

  public var fragment: QueryFragment {
    Self.columnNames.map { .column($0, in: tableQualifier) }.joined()
  }
}

extension QueryFragment {
  /// A quoted column behind its quoted qualifier, if there is one.
  static func column(_ name: String, in qualifier: String) -> QueryFragment {
    if qualifier.isEmpty { return QueryFragment(quote: name) }
    return QueryFragment(QueryFragment(quote: qualifier).sql + "." + QueryFragment(quote: name).sql)
  }
}
