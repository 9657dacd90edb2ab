// One record as it stands, to the byte, as a request that is followed.
public import Databases
public import LiveQueries
import Locks

/// Every column of one record as SQLite holds it: nothing is converted or repaired, and nothing is cut unless that is
/// asked for.
public struct ExactRecord: FetchKeyRequest {
  /// The table of the record.
  public var table: ListedTable
  /// The identity of the record.
  public var id: RecordID
  /// How many bytes of a text or a blob are read at most, where the rest can be left in the file; `nil`: all.
  public var length: Int?

  /// What was read last, where the record is kept in sight and VACUUM may give its rowid to another one.
  private let held: Held?

  /// `isKept`: what stands under the identity later is the record only if it can be no other one; otherwise that is gone.
  /// `rowIDVersion`: the version of the schema at which the identity was read. `old`: the same record, as it was kept in
  /// sight while its table had other columns.
  public init(
    _ table: ListedTable, id: RecordID, length: Int? = nil, isKept: Bool = false, rowIDVersion: Int? = nil,
    after old: ExactRecord? = nil
  ) {
    (self.table, self.id, self.length) = (table, id, length)
    held = isKept && table.hasLooseRowIDs ? old?.held ?? Held(rowIDVersion) : nil
  }

  /// The last version of the schema at which the identity was certainly that of the record which is kept in sight; `nil`
  /// where identities hold for good.
  public var rowIDVersion: Int? { held?.version }

  /// As many bytes of a value as a person looks at.
  public static let shownLength = 1 << 18

  /// What is known of the record.
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
  /// What a record held at a version of the schema. Equal to itself alone: each reader keeps its own in sight.
  private final class Held: Sendable, Hashable {
    private let last: Lock<(row: ExactRow?, version: Int?)>

    init(_ version: Int?) { last = Lock((nil, version)) }

    var version: Int? { last.withLock { $0.version } }

    /// Whether a row is the record still. Where the schema has changed, only one that is equal in all columns that it had
    /// before is certain to be.
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
