// The records of a change: a single one, or the marked ones.
public import Databases

/// The records that a key acts on.
public struct ChosenRecords: Hashable, Sendable {
  /// Their identities.
  public var ids: Set<RecordID>
  /// The list that they are marked in, which excludes records that it no longer shows; nil if they are not marked.
  public var list: ListQuery?
  /// The number of records that the person was asked about.
  public var count: Int
  /// The version of the schema when their rowids were read; nil if the rowids are valid in any version.
  public var rowIDVersion: Int?
  /// Whether the number differed when the person was asked before.
  public var hasChanged = false
  /// The rows among them that are on the screen, in the state that the person has had time to read.
  public var read: [ListedRow] = []

  /// Chooses these records. `list`: the list that they are marked in.
  public init(_ ids: Set<RecordID>, markedIn list: ListQuery? = nil) {
    (self.ids, self.list, count) = (ids, list, ids.count)
  }

  /// The only record; nil if there are several.
  public var only: RecordID? { ids.count == 1 ? ids.first : nil }

  /// The same records with a number that differs from the one that the person was asked about.
  public func recounted(_ count: Int) -> ChosenRecords {
    var chosen = self
    (chosen.count, chosen.hasChanged) = (count, true)
    return chosen
  }

  /// The identities in the order of the table, or in the order of the list `shown`. Call inside a read or a write.
  ///
  /// Throws `RecordsRenumbered` if they may belong to other records by now.
  public func identities(in shown: ListQuery? = nil, _ db: Database) throws -> [RecordID] {
    if let rowIDVersion, try db.schemaVersion != rowIDVersion { throw RecordsRenumbered() }
    guard let list = list.map({ shown ?? $0 }) else { return ids.inTableOrder }
    return try list.listed(among: ids, isOrdered: shown != nil, db)
  }

  /// The error that other programs have changed some of the records since the person could read them.
  public struct ChangedUnread: SentenceError, Hashable, Sendable {
    /// The number of changed records.
    public let count: Int
    /// Whether all chosen records have changed.
    let isAll: Bool

    public var description: String {
      isAll && count == 1 ? "Another program has just changed it" : "Other programs have just changed \(count) of them"
    }
  }

  /// Throws `ChangedUnread` if records differ from what the person has read, in some columns or, if `columns` is nil, in
  /// any. Records that have gone are skipped. Call inside the write that changes them.
  public func requireRead(of table: ListedTable, columns: [String]? = nil, _ db: Database) throws {
    let places = columns?.map(table.cell(of:))
    let changed = try read.filter { row in
      guard let present = try table.listedRow(of: row.id, in: table.order, db)?.row else { return false }
      return places.map { $0.contains { present.cells[$0] != row.cells[$0] } } ?? (present != row)
    }
    if !changed.isEmpty { throw ChangedUnread(count: changed.count, isAll: changed.count == count) }
  }

  /// The error that the number of records differs from the one that the person was asked about.
  public struct OtherNumber: Error, Hashable, Sendable {
    /// The present number.
    public let count: Int
  }

  /// The identities, if their number is at most `limit` or the one that the person has confirmed. Throws `OtherNumber`
  /// and `RecordsRenumbered`. Call inside the read or write that uses them, so that no commit comes between.
  public func confirmedIdentities(limit: Int, in shown: ListQuery? = nil, _ db: Database) throws -> [RecordID] {
    let ids = try identities(in: shown, db)
    guard list == nil || ids.count <= limit || ids.count == count else { throw OtherNumber(count: ids.count) }
    return ids
  }
}
