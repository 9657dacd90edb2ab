// What a change is about: records that are named, or what was marked at once.
public import Databases

/// The records that a key acts on.
public struct ChosenRecords: Hashable, Sendable {
  /// Those that were chosen one by one.
  public var ids: [RecordID]
  /// Those that were marked at once.
  public var list: MarkedList?
  /// Those of them that were taken out again.
  public var except: Set<RecordID>
  /// How many they are, as far as is known.
  public var count: Int
  /// The version of the schema at which their rowids were read, where these hold no longer than it; otherwise `nil`.
  public var rowIDVersion: Int?
  /// Whether there were more or fewer when the person was asked before.
  public var hasChanged = false
  /// Those of them that are on the screen, as the person has had time to read them.
  public var read: [ListedRow] = []

  /// Chooses these records.
  public init(_ ids: [RecordID]) { self.init(ids, list: nil, count: ids.count) }

  /// Chooses these records, or all of a list but some.
  public init(_ ids: [RecordID], list: MarkedList?, except: Set<RecordID> = [], count: Int) {
    (self.ids, self.list, self.except, self.count) = (ids, list, except, count)
  }

  /// The record, where it is one that is named.
  public var only: RecordID? { list == nil && ids.count == 1 ? ids[0] : nil }

  /// The same, now that there are not as many as the person was asked about.
  public func recounted(_ count: Int) -> ChosenRecords {
    var chosen = self
    (chosen.count, chosen.hasChanged) = (count, true)
    return chosen
  }

  /// Their identities in the order of the table; with `shown`, in that of a list, but for very many that were chosen one
  /// by one. Inside a read or a write.
  ///
  /// Throws `RecordsRenumbered` where they may be those of other records by now.
  public func identities(in shown: ListQuery? = nil, _ db: Database) throws -> [RecordID] {
    if let rowIDVersion, try db.schemaVersion != rowIDVersion { throw RecordsRenumbered() }
    let named = try shown.map { try $0.inOrder(ids, db) } ?? ids.inTableOrder
    guard let list else { return named }
    let isNamed = Set(ids)
    let marked = try list.identities(by: shown?.order, db).filter { !except.contains($0) && !isNamed.contains($0) }
    return shown == nil ? (ids + marked).inTableOrder : named + marked
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

  /// Their identities, where they are as many as `limit` or as the person has confirmed. Throws `OtherNumber` and
  /// `RecordsRenumbered`. Inside the read or the write that uses them: nothing comes between the number and that.
  public func confirmedIdentities(limit: Int, in shown: ListQuery? = nil, _ db: Database) throws -> [RecordID] {
    let ids = try identities(in: shown, db)
    guard list == nil || ids.count <= limit || ids.count == count else { throw OtherNumber(count: ids.count) }
    return ids
  }
}
