// One record exactly as stored, as a request that can be observed.
public import Databases
public import LiveQueries
import Locks

/// Fetches every column of one record as SQLite stores it: nothing is converted or repaired, and values are only cut on
/// request.
public struct ExactRecord: FetchKeyRequest {
  /// The table of the record.
  public var table: ListedTable
  /// The identity of the record.
  public var id: RecordID
  /// The most bytes to read of a text or blob whose rest can be left in the file; nil for all.
  public var length: Int?

  /// The last row read, if the same record must be observed and VACUUM may reassign its rowid.
  private let held: Held?

  /// Makes a request for a record.
  ///
  /// `isKept`: whether to observe the same record, so that a later row that may be another record counts as gone.
  /// `rowIDVersion`: the version of the schema when the identity was read. `old`: an earlier request for the same
  /// record, made when its table had other columns.
  public init(
    _ table: ListedTable, id: RecordID, length: Int? = nil, isKept: Bool = false, rowIDVersion: Int? = nil,
    after old: ExactRecord? = nil
  ) {
    (self.table, self.id, self.length) = (table, id, length)
    held = isKept && table.hasLooseRowIDs ? old?.held ?? Held(rowIDVersion) : nil
  }

  /// The last version of the schema for which the identity is certain to be that of the observed record; nil if
  /// identities are permanent.
  public var rowIDVersion: Int? { held?.version }

  /// The most bytes of a value that a person is shown.
  public static let shownLength = 1 << 18

  /// The state of the record.
  public enum Value: Hashable, Sendable {
    /// Nothing has been read yet.
    case unread
    /// The record does not exist, or no longer.
    case gone
    /// The record. `columns` has the order of the table. `labels` has the label of the referenced record for each
    /// foreign key, empty if there is none. Of the values in `stored` the row has only the beginning.
    case row(ExactRow, columns: [String], id: RecordID, labels: [String], stored: [String: LongValue] = [:])

    /// The identity of the record; nil if there is no record.
    public var id: RecordID? {
      if case .row(_, _, let id, _, _) = self { id } else { nil }
    }

    /// The value of a column if the row has only its beginning; otherwise nil.
    public func stored(_ column: String) -> LongValue? {
      if case .row(_, _, _, _, let stored) = self { stored[column] } else { nil }
    }

    /// The record; nil if there is none.
    public var row: ExactRow? {
      if case .row(let row, _, _, _, _) = self { row } else { nil }
    }
  }

  public func fetch(_ db: Database) throws -> Value {
    let value = try read(db)
    if let held, let row = value.row, try !held.isSame(row, db.schemaVersion) { return .gone }
    return value
  }

  private func read(_ db: Database) throws -> Value {
    guard let length else {
      guard let row = try table.exactRow(id, db) else { return .gone }
      return .row(row, columns: row.columns, id: id, labels: table.labels(of: row, db))
    }
    guard let (row, columns, stored) = try table.excerpts(of: id, length: length, db) else { return .gone }
    return .row(row, columns: columns, id: id, labels: table.labels(of: row, db), stored: stored)
  }
}

extension ExactRecord {
  /// The last row of a record and its version of the schema. Equal to itself only: each reader observes its own record.
  private final class Held: Sendable, Hashable {
    private let last: Lock<(row: ExactRow?, version: Int?)>

    init(_ version: Int?) { last = Lock((nil, version)) }

    var version: Int? { last.withLock { $0.version } }

    /// Whether a row is still the same record. After a change of the schema this is certain only if all earlier columns
    /// have equal values.
    func isSame(_ row: ExactRow, _ version: Int) -> Bool {
      last.withLock { last in
        if let known = last.version, known != version {
          guard let before = last.row, before.allSatisfy({ row[$0] == nil || row[$0] == $1 }) else { return false }
        }
        last = (row, version)
        return true
      }
    }

    static func == (a: Held, b: Held) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
