// Counts the records that name a record by a foreign key.
public import Databases
import LiveQueries
import StructuredQueries

/// A count of the records of a table that a filter lets through.
public struct NamingCount: LateQuery {
  public var table: String { naming.table.lowercasedASCII }
  public var columns: [String] { naming.columns.map(\.lowercasedASCII) }
  private let naming: NamingTable
  private let filter: RecordFilter

  /// `filter` lets through what names the record.
  public init(_ naming: NamingTable, _ filter: RecordFilter) {
    (self.naming, self.filter) = (naming, filter)
  }

  public func fetch(_ db: Database, progress: (LateValue<Int>.Progress) -> Void) throws -> Int {
    let query: QueryFragment = "SELECT count(*) FROM \(raw: naming.table.quotedTable) WHERE \(filter.condition)"
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      return try statement.step() ? statement.integer(0) : 0
    }
  }
}
