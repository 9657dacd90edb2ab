// How many records a write touches, however large they are: undo keeps what they hold, a count only which they are.
public import Databases

extension Database {
  /// Runs `body`, inside a write, and gives the records of ordinary tables that it has added, changed and deleted.
  /// Above `limit` records of a table, one that is touched several times counts as often.
  public func countingRows<R>(
    limit: Int = 1_000_000, _ body: () throws -> R
  ) throws -> (value: R, touched: TouchedRecords) {
    let counter = RowCounter(self, limit: limit)
    return (try withListener(counter) { try namingForeignKeys(body) }, TouchedRecords(tables: counter.tables))
  }
}

/// The records that a write has touched, each once, by what has become of it.
public struct TouchedRecords: Sendable {
  fileprivate struct Table: Sendable {
    let name: String
    /// `nil` if no name finds the rows.
    fileprivate(set) var shape: RowShape?
    /// What has become of rows.
    var deeds: [RecordID: OtherRecords.Deed] = [:]
    /// If nothing tells the rows apart, or they are too many to hold: what was done, each time.
    var counts: [OtherRecords.Deed: Int] = [:]

    /// Lets go of the identities, and from now on counts what is done each time.
    mutating func holdCountsOnly() {
      for deed in deeds.values { counts[deed, default: 0] += 1 }
      (shape, deeds) = (nil, [:])
    }
  }

  fileprivate let tables: [Table]

  /// What was done to records other than these, the tables in the order in which they were touched.
  public func others(than ids: Set<RecordID>, of name: String) -> [OtherRecords] {
    tables.flatMap { table in
      let isAsked = table.name.isSameName(as: name)
      var counts = table.counts
      for (id, deed) in table.deeds where !(isAsked && ids.contains(id)) { counts[deed, default: 0] += 1 }
      return [OtherRecords.Deed.deleted, .changed, .added].compactMap { deed in
        counts[deed].map { OtherRecords(deed, $0, of: table.name) }
      }
    }
  }
}

extension TouchedRecords {
  /// What was done to records other than `count` that were added to a table.
  public func others(besides count: Int, addedTo name: String) -> [OtherRecords] {
    others(than: [], of: name).compactMap { other in
      guard other.deed == .added, other.table.isSameName(as: name) else { return other }
      return other.count > count ? OtherRecords(.added, other.count - count, of: other.table) : nil
    }
  }
}

/// Notes the rows that a write touches. Used on its connection's queue.
private final class RowCounter: RowListener {
  private unowned let database: Database
  /// In the order in which they were touched.
  private(set) var tables: [TouchedRecords.Table] = []
  /// Where each table stands; `nil` if its rows are not counted.
  private var places: [TableKey: Int?] = [:]

  /// So many identities of a table are held at most.
  private let limit: Int

  init(_ database: Database, limit: Int) { (self.database, self.limit) = (database, limit) }

  package func schemaChanged() {}

  package func rowChanges(_ row: ChangingRow) throws {
    guard let place = try place(of: row.table) else { return }
    let deed: OtherRecords.Deed = row.oldRowID == nil ? .added : row.newRowID == nil ? .deleted : .changed
    guard let shape = tables[place].shape, let rowID = row.newRowID ?? row.oldRowID else {
      tables[place].counts[deed, default: 0] += 1
      return
    }
    if tables[place].deeds.count >= limit {
      tables[place].holdCountsOnly()
      return try rowChanges(row)
    }
    let id = try shape.identity(row, isNew: row.newRowID != nil, rowID: rowID)
    switch (tables[place].deeds[id], deed) {
    case (.added, .deleted): tables[place].deeds[id] = nil
    case (.added, _): break
    case (.deleted, .added): tables[place].deeds[id] = .changed
    default: tables[place].deeds[id] = deed
    }
  }

  private func place(of table: TableKey) throws -> Int? {
    if let known = places[table] { return known }
    var place: Int?
    if case .table(let name, let hasRowIDs)? = try database.schema.kind(table), table.schema == "main" {
      place = tables.count
      var shape: RowShape?
      do {
        shape = try RowShape(name, hasRowIDs: hasRowIDs, database)
      } catch is ReplayRefused {}
      tables.append(TouchedRecords.Table(name: name, shape: shape))
    }
    places[table] = .some(place)
    return place
  }
}
