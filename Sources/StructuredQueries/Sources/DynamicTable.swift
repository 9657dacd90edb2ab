// A table whose name and columns are known only at run time.

/// A table of a file that the program does not know: `DynamicTable("albums", columns: names).where {
/// $0["Title"].contains("blue") }`.
public struct DynamicTable: SingleSource {
  /// The table's name, without quotes.
  public let tableName: String
  /// The columns that a row has, without quotes.
  public let columnNames: [String]

  /// Describes a table with a name and columns that are known at run time alone.
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

  /// The rows for which the conditions hold.
  public func `where`(
    @PredicateBuilder _ conditions: (DynamicColumns) -> [Predicate]
  ) -> Select<DynamicRow, DynamicTable> {
    all.where(conditions)
  }
}

/// The columns of a table known at run time, by name.
public struct DynamicColumns: QueryExpression {
  public typealias QueryValue = DynamicRow
  let table: String
  let names: [String]

  public var fragment: QueryFragment { names.map { .column($0, in: table) }.joined() }

  /// A column whose type is not known.
  public subscript(name: String) -> SQLExpression<QueryBinding> { SQLExpression(.column(name, in: table)) }

  /// A column whose type the caller knows.
  public subscript<Value: QueryBindable>(name: String, as type: Value.Type) -> SQLExpression<Value> {
    SQLExpression(.column(name, in: table))
  }

  /// Some of the columns, or others that a row has besides, as `rowid`.
  public func row(_ names: [String]) -> DynamicColumns { DynamicColumns(table: table, names: names) }
}

/// A row whose columns are known only at run time, in the order of the selection.
public struct DynamicRow: QueryDecodable, Hashable, Sendable {
  /// The values of the row, in the order of the columns.
  public var values: [QueryBinding]

  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    values = []
    values.reserveCapacity(decoder.remainingColumnCount)
    while decoder.remainingColumnCount > 0 { values.append(try decoder.decode(QueryBinding.self)) }
  }

  /// Unknown: it takes all columns that are left.
  public static var queryColumnCount: Int { 0 }
}
