// One record as it stands, to the byte, as a request that is followed.
public import Databases
public import LiveQueries

/// Every column of one record as SQLite holds it: nothing is cut, converted or repaired.
public struct ExactRecord: FetchKeyRequest {
  public var table: ListedTable
  public var id: RecordID

  public init(_ table: ListedTable, id: RecordID) { (self.table, self.id) = (table, id) }

  public enum Value: Hashable, Sendable {
    /// Nothing has been read yet.
    case unread
    /// There is no such record, or none any more.
    case gone
    /// The record, its columns in the order that they have in the table, what tells it from the others, and for each
    /// foreign key of the table the label of the record that it names: empty where there is none.
    case row(ExactRow, columns: [String], id: RecordID, labels: [String])

    /// The identity of the record; `nil` where there is none.
    public var id: RecordID? {
      if case .row(_, _, let id, _) = self { id } else { nil }
    }

    /// The record; `nil` where there is none.
    public var row: ExactRow? {
      if case .row(let row, _, _, _) = self { row } else { nil }
    }
  }

  public func fetch(_ db: Database) throws -> Value {
    guard let (row, columns) = try table.exactRowAndColumns(id, db) else { return .gone }
    return .row(row, columns: columns, id: id, labels: table.labels(of: row, db))
  }
}
