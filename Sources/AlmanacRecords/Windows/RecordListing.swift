// Whole records, column by column, for export rather than display.
public import Databases
import LiveQueries
import StructuredQueries

/// The records of a table in an order, or only those found by a search and filters.
///
/// Records come a page at a time. Each page is found by the key of the record before it, in a read of its own, so that
/// a slow reader does not keep programs from writing. A record that does not change meanwhile comes once.
public struct RecordListing: Sendable {
  /// A column of an order. If the table knows no order by it, texts come without regard to case.
  public struct Sort: Hashable, Sendable {
    /// The column's name.
    public var column: String
    /// Whether the greatest value comes first.
    public var isDescending: Bool

    /// Sorts by a column.
    public init(column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// The list with the records.
  let list: ListQuery
  /// The filters; a record must satisfy all of them.
  let filters: [RecordFilter]
  /// The columns of each record.
  public let columns: [String]
  /// The most records to list; nil for all.
  let limit: Int?

  /// Makes a listing of a table. `columns`: nil for all. `sort`: empty for the table's usual order;
  /// among rows that are equal in its columns comes the identity.
  public init(
    _ table: ListedTable, columns: [String]? = nil, search: SearchQuery = SearchQuery(), filters: [RecordFilter] = [],
    sort: [Sort] = [], limit: Int? = nil
  ) {
    self.columns = columns ?? table.columns
    list = ListQuery(table, search: search, order: table.order(by: sort.map(table.term)))
    (self.filters, self.limit) = (filters, limit)
  }

  /// Makes a listing of all records of a list, with some of the columns.
  public init(_ list: ListQuery, columns: [String]) {
    (self.list, self.columns, filters, limit) = (list, columns, [], nil)
  }

  /// The table.
  public var table: ListedTable { list.table }
}

extension ListedTable {
  fileprivate func term(_ sort: RecordListing.Sort) -> ListOrder.Term {
    let known = identity == .none ? nil : style.orders.first { $0.column == sort.column }?.terms.first
    var term = known ?? ListOrder.Term(sort.column, collation: "NOCASE")
    term.isDescending = sort.isDescending
    return term
  }

  /// The table with its present columns in the file, except those whose name is not UTF-8: SQL can't name these. Call
  /// inside a read.
  func inFile(_ db: Database) throws -> ListedTable {
    let columns = try db.withStatement("SELECT * FROM \(quoted)") { $0.columnNames }
      .filter { !$0.unicodeScalars.contains("\u{FFFD}") }
    return columns == self.columns ? self : ListedTable(name, columns: columns, identity: identity, style: style)
  }

  /// Whether the file has the table with at least these columns. Call inside a read.
  public func isInFile(_ db: Database) throws -> Bool {
    do {
      for names in [listedColumns.prefix(StatementColumns.most), listedColumns.dropFirst(StatementColumns.most)]
      where !names.isEmpty {
        try db.withStatement("SELECT \(names.joined(separator: ", ")) FROM \(quoted)") { _ in }
      }
      return true
    } catch let error as DatabaseError where error.isOfSchema {
      return false
    }
  }

  /// The exact value of each column of one record; nil if there is no such record. Call inside a read.
  public func values(of id: RecordID, _ db: Database) throws -> [ExactValue]? { try values(of: columns, in: id, db) }

  /// The names of the columns, for SQL.
  var columnList: String { columns.map { $0.quotedName }.joined(separator: ", ") }
}
