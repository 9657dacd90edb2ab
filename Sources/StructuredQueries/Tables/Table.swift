// Makes a Swift type a table. `@Table` writes the conformance; the article `HandWrittenTables` shows how to write it by
// hand.

/// A type whose values are the rows of a table.
public protocol Table: QueryDecodable {
  /// The columns as expressions, one property per column.
  associatedtype TableColumns: TableDefinition where TableColumns.QueryValue == Self

  /// The name of the table, without quotes.
  static var tableName: String { get }

  /// Conditions that restrict all selections, updates and deletions of this type, under its own name or an alias; none
  /// by default. `unscoped` sees all rows.
  ///
  /// ```swift
  /// @PredicateBuilder static func scope(_ columns: TableColumns) -> [Predicate] { !columns.isDeleted }
  /// ```
  static func scope(_ columns: TableColumns) -> [Predicate]

  /// Appends the values of `TableColumns.writableColumnNames` to `bindings`, in that order.
  func appendBindings(to bindings: inout [QueryBinding])
}

extension Table {
  /// The columns, qualified by the table's name.
  public static var columns: TableColumns { TableColumns(tableQualifier: tableName) }

  public static func scope(_ columns: TableColumns) -> [Predicate] { [] }

  public static var queryColumnCount: Int { TableColumns.columnNames.count }
}

/// A table whose rows are identified by one column.
public protocol PrimaryKeyedTable: Table {
  /// The type of the primary key.
  associatedtype PrimaryKey: QueryBindable & Hashable & Sendable
  /// A row that may have no key yet.
  associatedtype Draft: TableDraft where Draft.PrimaryTable == Self

  /// The name of the key's column, without quotes.
  static var primaryKeyName: String { get }

  /// The key of this row.
  var primaryKey: PrimaryKey { get }
}

extension TableDefinition where QueryValue: PrimaryKeyedTable {
  /// The column of the key.
  public var primaryKey: TableColumn<QueryValue, QueryValue.PrimaryKey> {
    TableColumn(QueryValue.primaryKeyName, in: tableQualifier)
  }
}

/// A row to insert or upsert, whose key may be missing.
public protocol TableDraft {
  /// The table that the drafts are for.
  associatedtype PrimaryTable: PrimaryKeyedTable

  /// The key, if it is already known.
  var draftKey: PrimaryTable.PrimaryKey? { get }

  /// Appends the values of the writable columns other than the key to `bindings`, in the order of
  /// `TableColumns.writableColumnNames`.
  func appendBindings(to bindings: inout [QueryBinding])
}
