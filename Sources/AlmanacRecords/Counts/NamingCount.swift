// Counts the referrers of a record.
public import Databases
public import LiveQueries
import StructuredQueries

/// A count of the referrers of a record by one foreign key.
public struct NamingCount: LateQuery {
  public var table: String { naming.table.lowercasedASCII }
  public var columns: [String] { naming.columns.map(\.lowercasedASCII) }
  private let naming: NamingTable
  private let filter: RecordFilter

  /// Counts the records that `filter` admits: the referrers.
  public init(_ naming: NamingTable, _ filter: RecordFilter) {
    (self.naming, self.filter) = (naming, filter)
  }

  public func fetch(_ db: Database, progress: (LateValue<Int>.Progress) -> Void) throws -> Int {
    try SQLQuery<Int>("SELECT count(*) FROM \(raw: naming.table.quotedTable) WHERE \(filter.condition)").fetchOne(db)
      ?? 0
  }
}
