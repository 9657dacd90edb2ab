// A table whose name and columns are known only at run time.

/// A table unknown at compile time: `DynamicTable("albums", columns: names).where { $0["Title"].contains("blue") }`.
public struct DynamicTable: SingleSource {
  /// The table's unquoted name.
  public let tableName: String
  /// The unquoted names of the columns.
  public let columnNames: [String]

  /// Makes a table with a name and columns known only at run time.
  public init(_ name: String, columns: [String]) {
    tableName = name
    columnNames = columns
  }

  public var name: QueryFragment { QueryFragment(quote: tableName) }
  /// Its columns, by name.
  public var columns: DynamicColumns { DynamicColumns(table: tableName, names: columnNames) }
  public var selection: QueryFragment { columns.fragment }
  public var from: QueryFragment { name }
  public typealias Row = DynamicRow
}

extension DynamicTable {
  /// All rows.
  public var all: Select<DynamicRow, DynamicTable> { Select(source: self) }

  /// The rows for which the conditions are true.
  public func `where`(
    @PredicateBuilder _ conditions: (DynamicColumns) -> [Predicate]
  ) -> Select<DynamicRow, DynamicTable> {
    all.where(conditions)
  }
}

/// The columns of a table known only at run time, by name.
public struct DynamicColumns: QueryExpression {
  public typealias QueryValue = DynamicRow
  let table: String
  let names: [String]

  public var fragment: QueryFragment { names.map { .column($0, in: table) }.joined() }

  /// A column of unknown type.
  public subscript(name: String) -> SQLExpression<QueryBinding> { SQLExpression(.column(name, in: table)) }

  /// A column with a type that the caller knows.
  public subscript<Value: QueryBindable>(name: String, as type: Value.Type) -> SQLExpression<Value> {
    SQLExpression(.column(name, in: table))
  }

  /// Some of the columns, or other columns of a row, such as `rowid`.
  public func row(_ names: [String]) -> DynamicColumns { DynamicColumns(table: table, names: names) }
}

/// A row with columns known only at run time, in the order of the selection.
public struct DynamicRow: QueryDecodable, Hashable, Sendable {
  /// The values of the row, in the order of the columns.
  public var values: [QueryBinding]

  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    values = []
    values.reserveCapacity(decoder.remainingColumnCount)
    while decoder.remainingColumnCount > 0 { values.append(try decoder.decode(QueryBinding.self)) }
  }

  /// 0, meaning unknown: it takes all remaining columns.
  public static var queryColumnCount: Int { 0 }
}
