// The columns of a table, as a type.

/// The columns of a table: one property per column, and their names in decoding order.
///
/// It is also an expression: selecting it selects the whole row.
public protocol TableDefinition: QueryExpression where QueryValue: Table {
  /// The qualifier of the columns' names: the table's name or an alias; empty for none.
  var tableQualifier: String { get }

  /// Makes the columns of a table that has this name in the statement.
  init(tableQualifier: String)

  /// The names of all columns, in decoding order.
  static var columnNames: [String] { get }

  /// The names of the columns that an insert may set: all except generated ones.
  static var writableColumnNames: [String] { get }

  /// The names of the writable columns as an INSERT lists them: quoted, with commas between them.
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
  /// A quoted column after its quoted qualifier, if there is one.
  static func column(_ name: String, in qualifier: String) -> QueryFragment {
    if qualifier.isEmpty { return QueryFragment(quote: name) }
    return QueryFragment(QueryFragment(quote: qualifier).sql + "." + QueryFragment(quote: name).sql)
  }
}
