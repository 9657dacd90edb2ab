// One record as it stands, to the byte, as a request that is followed.
public import Databases
public import LiveQueries

/// Every column of one record as SQLite holds it: nothing is converted or repaired, and nothing is cut unless that is
/// asked for.
public struct ExactRecord: FetchKeyRequest {
  public var table: ListedTable
  public var id: RecordID
  /// So many bytes of a text or a blob are read, where the rest can be left in the file; `nil`: all.
  public var length: Int?

  public init(_ table: ListedTable, id: RecordID, length: Int? = nil) {
    (self.table, self.id, self.length) = (table, id, length)
  }

  /// As many bytes of a value as a person looks at.
  public static let shownLength = 1 << 18

  public enum Value: Hashable, Sendable {
    /// Nothing has been read yet.
    case unread
    /// There is no such record, or none any more.
    case gone
    /// The record, its columns in the order that they have in the table, what tells it from the others, and for each
    /// foreign key of the table the label of the record that it names: empty where there is none. Of the values that are
    /// `stored`, the row has only the beginning.
    case row(ExactRow, columns: [String], id: RecordID, labels: [String], stored: [String: LongValue] = [:])

    /// The identity of the record; `nil` where there is none.
    public var id: RecordID? {
      if case .row(_, _, let id, _, _) = self { id } else { nil }
    }

    /// The value of a column that is longer than what the row has of it.
    public func stored(_ column: String) -> LongValue? {
      if case .row(_, _, _, _, let stored) = self { stored[column] } else { nil }
    }

    /// The record; `nil` where there is none.
    public var row: ExactRow? {
      if case .row(let row, _, _, _, _) = self { row } else { nil }
    }
  }

  public func fetch(_ db: Database) throws -> Value {
    guard let length else {
      guard let (row, columns) = try table.exactRowAndColumns(id, db) else { return .gone }
      return .row(row, columns: columns, id: id, labels: table.labels(of: row, db))
    }
    guard let (row, columns, stored) = try table.excerpts(of: id, length: length, db) else { return .gone }
    return .row(row, columns: columns, id: id, labels: table.labels(of: row, db), stored: stored)
  }
}
