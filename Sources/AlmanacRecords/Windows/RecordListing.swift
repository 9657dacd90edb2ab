// Records whole, column by column: for what is written out, not shown.
public import Databases
import LiveQueries
import StructuredQueries

/// The records of a table, or those among them that a search finds and that hold certain values, in an order.
///
/// They come a page at a time, each found by the key of the record before it, in a read of its own: a slow
/// reader of a page keeps no program from writing. A record that does not change meanwhile comes once.
public struct RecordListing: Sendable {
  /// An order by one column, texts without regard to case; equal ones by their identity. The other way round it is the
  /// same order from its end.
  public struct Sort: Hashable, Sendable {
    /// The column, by its name.
    public var column: String
    /// Whether the greatest value stands first.
    public var isDescending: Bool

    /// Sorts by a column.
    public init(column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// The table.
  public let table: ListedTable
  /// What is searched for.
  public var search: SearchQuery
  /// All of them hold.
  public var filters: [RecordFilter]
  /// `nil` is the order of the list.
  public var sort: Sort?
  /// How many records are written at most; `nil` for all.
  public var limit: Int?

  /// Makes a listing of a table.
  public init(
    _ table: ListedTable, search: SearchQuery = SearchQuery(), filters: [RecordFilter] = [], sort: Sort? = nil,
    limit: Int? = nil
  ) {
    self.table = table
    self.search = search
    self.filters = filters
    self.sort = sort
    self.limit = limit
  }

  /// The order of the records. The table must have an identity.
  var order: ListOrder {
    guard let sort else { return table.order }
    let order =
      table.style.orders.first { $0.column == sort.column }
      ?? table.order(by: sort.column)
    return order.isDescending == sort.isDescending ? order : order.reversed
  }
}

extension ListedTable {
  /// The table with the columns that it has in the file, but for those that SQL can't name: a name that is not UTF-8.
  /// Inside a read.
  public func inFile(_ db: Database) throws -> ListedTable {
    let columns = try db.withStatement("SELECT * FROM \(quoted)") { $0.columnNames }
      .filter { !$0.unicodeScalars.contains("\u{FFFD}") }
    return columns == self.columns ? self : ListedTable(name, columns: columns, identity: identity, style: style)
  }

  /// Whether the file has the table with these columns, and maybe others. Inside a read.
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

  /// A value for each column of one record, to the byte; `nil` where there is none. Inside a read.
  public func values(of id: RecordID, _ db: Database) throws -> [ExactValue]? {
    try withRecord(id, "SELECT \(columnList)", db) { statement in
      return try statement.step() ? columns.indices.map { statement.exactValue($0) } : nil
    }
  }

  /// The names of the columns, in SQL.
  var columnList: String { columns.map { $0.quotedName }.joined(separator: ", ") }
}
