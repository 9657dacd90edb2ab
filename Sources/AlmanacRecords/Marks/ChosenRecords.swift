// What a change is about: a record that is named, or those that are marked.
public import Databases

/// The records that a key acts on.
public struct ChosenRecords: Hashable, Sendable {
  /// Their identities.
  public var ids: Set<RecordID>
  /// The list that they are marked in: one that it shows no more is left out. Nil: they are not marked.
  public var list: ListQuery?
  /// How many they are. It is the number that the person was asked about.
  public var count: Int
  /// The version of the schema at which their rowids were read. Nil: the rowids hold at any version.
  public var rowIDVersion: Int?
  /// Whether there were more or fewer when the person was asked before.
  public var hasChanged = false
  /// Those of them that are on the screen, as the person has had time to read them.
  public var read: [ListedRow] = []

  /// Chooses these records. `list`: they are marked in it.
  public init(_ ids: Set<RecordID>, markedIn list: ListQuery? = nil) {
    (self.ids, self.list, count) = (ids, list, ids.count)
  }

  /// The record, if it is one.
  public var only: RecordID? { ids.count == 1 ? ids.first : nil }

  /// The same, now that there are not as many as the person was asked about.
  public func recounted(_ count: Int) -> ChosenRecords {
    var chosen = self
    (chosen.count, chosen.hasChanged) = (count, true)
    return chosen
  }

  /// Their identities in the order of the table. `shown`: in the order of this list. Inside a read or a write.
  ///
  /// Throws `RecordsRenumbered` if they may be those of other records by now.
  public func identities(in shown: ListQuery? = nil, _ db: Database) throws -> [RecordID] {
    if let rowIDVersion, try db.schemaVersion != rowIDVersion { throw RecordsRenumbered() }
    guard let list = list.map({ shown ?? $0 }) else { return ids.inTableOrder }
    return try list.listed(among: ids, isOrdered: shown != nil, db)
  }

  /// Other programs have changed some of them since they could be read.
  public struct ChangedUnread: SentenceError, Hashable, Sendable {
    /// How many.
    public let count: Int
    /// Whether they are all that were chosen.
    let isAll: Bool

    public var description: String {
      isAll && count == 1 ? "Another program has just changed it" : "Other programs have just changed \(count) of them"
    }
  }

  /// Throws `ChangedUnread` where some are not what the person has read, in one column or in all. Those that have gone are
  /// passed over. Inside the write that changes them.
  public func requireRead(of table: ListedTable, column: String? = nil, _ db: Database) throws {
    let place = column.map(table.cell(of:))
    let changed = try read.filter { row in
      guard let present = try table.listedRow(of: row.id, in: table.order, db)?.row else { return false }
      return place.map { present.cells[$0] != row.cells[$0] } ?? (present != row)
    }
    if !changed.isEmpty { throw ChangedUnread(count: changed.count, isAll: changed.count == count) }
  }

  /// There are more or fewer than the person was asked about.
  public struct OtherNumber: Error, Hashable, Sendable {
    /// How many there are.
    public let count: Int
  }

  /// Their identities, if they are as many as `limit` or as the person has confirmed. Throws `OtherNumber` and
  /// `RecordsRenumbered`. Inside the read or the write that uses them: nothing comes between the number and that.
  public func confirmedIdentities(limit: Int, in shown: ListQuery? = nil, _ db: Database) throws -> [RecordID] {
    let ids = try identities(in: shown, db)
    guard list == nil || ids.count <= limit || ids.count == count else { throw OtherNumber(count: ids.count) }
    return ids
  }
}
