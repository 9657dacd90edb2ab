// Counts the records that a write touches, regardless of their size. Undo keeps their content; a count only needs their
// identities.
public import Databases

extension Database {
  /// Runs `body` inside a write and returns the records of ordinary tables that it added, changed and deleted. Above
  /// `limit` records of a table, a record counts each time it is touched.
  public func countingRows<R>(
    limit: Int = 1_000_000, _ body: () throws -> R
  ) throws -> (value: R, touched: TouchedRecords) {
    let counter = RowCounter(self, limit: limit)
    return (try withListener(counter) { try namingForeignKeys(body) }, TouchedRecords(tables: counter.tables))
  }

  /// The same, but only for existing records that disappear in `body`; any number may be added.
  func countingGoneRows<R>(
    limit: Int = 1_000_000, _ body: () throws -> R
  ) throws -> (value: R, touched: TouchedRecords) {
    let counter = RowCounter(self, limit: limit, countsOnlyGone: true)
    return (try withListener(counter, body), TouchedRecords(tables: counter.tables))
  }
}

/// The records that a write has touched, each once, with their fate.
public struct TouchedRecords: Sendable {
  fileprivate struct Table: Sendable {
    /// The fate of a record; `replaced`: it disappeared, and another record has its identity.
    enum Fate { case added, changed, deleted, replaced }

    let name: String
    /// The shape for identities; nil if rows can't be identified.
    fileprivate(set) var shape: RowShape?
    /// The positions of the key's values in a row; empty if only an identity names the record.
    var keyPlaces: [Int] = []
    /// The fate of each row.
    var fates: [RecordID: Fate] = [:]
    /// The number of changes, if rows can't be identified or are too many to hold.
    var counts: [OtherRecords.Deed: Int] = [:]
    /// The names of the first records that disappeared.
    var names: [(id: RecordID, name: String)] = []

    /// Drops the identities; from now on each change is counted.
    mutating func holdCountsOnly() {
      for fate in fates.values { counts[Self.deed(fate), default: 0] += 1 }
      (shape, fates) = (nil, [:])
    }

    static func deed(_ fate: Fate) -> OtherRecords.Deed {
      switch fate {
      case .added: .added
      case .changed, .replaced: .changed
      case .deleted: .deleted
      }
    }
  }

  fileprivate let tables: [Table]

  /// The fate of records other than these, for each table in the order of their first change.
  public func others(than ids: Set<RecordID>, of name: String) -> [OtherRecords] {
    tables.flatMap { table in
      let isAsked = table.name.isSameName(as: name)
      var counts = table.counts
      for (id, fate) in table.fates where !(isAsked && ids.contains(id)) {
        counts[Table.deed(fate), default: 0] += 1
      }
      return [OtherRecords.Deed.deleted, .changed, .added].compactMap { deed in
        counts[deed].map { OtherRecords(deed, $0, of: table.name) }
      }
    }
  }

  /// The records that disappeared, and those whose identity another record now has, for each table in the order of
  /// their first change.
  public var gone: [GoneRecords] {
    tables.flatMap { table in
      var gone: [GoneRecords] = []
      for (fate, isReplaced) in [(Table.Fate.deleted, false), (.replaced, true)] {
        let count = table.fates.values.count { $0 == fate } + (isReplaced ? 0 : table.counts[.deleted] ?? 0)
        let names = table.names.filter { table.fates[$0.id] == fate }.map(\.name)
        if count > 0 { gone.append(GoneRecords(table.name, names, count: count, isReplaced: isReplaced)) }
      }
      return gone
    }
  }
}

extension TouchedRecords {
  /// The fate of records other than `count` records that were added to a table.
  public func others(besides count: Int, addedTo name: String) -> [OtherRecords] {
    others(than: [], of: name).compactMap { other in
      guard other.deed == .added, other.table.isSameName(as: name) else { return other }
      return other.count > count ? OtherRecords(.added, other.count - count, of: other.table) : nil
    }
  }
}

/// Counts the rows that a write touches. Used on its connection's queue.
private final class RowCounter: RowListener {
  private unowned let database: Database
  /// The tables in the order of their first change.
  private(set) var tables: [TouchedRecords.Table] = []
  /// The position of each table; nil if its rows are not counted.
  private var places: [TableKey: Int?] = [:]

  /// The most identities held for a table.
  private let limit: Int
  private let countsOnlyGone: Bool

  init(_ database: Database, limit: Int, countsOnlyGone: Bool = false) {
    (self.database, self.limit, self.countsOnlyGone) = (database, limit, countsOnlyGone)
  }

  package func schemaChanged() {}

  package func rowChanges(_ row: ChangingRow) throws {
    let deed: OtherRecords.Deed = row.oldRowID == nil ? .added : row.newRowID == nil ? .deleted : .changed
    if countsOnlyGone, deed != .deleted, tables.isEmpty { return }
    guard let place = try place(of: row.table) else { return }
    guard let shape = tables[place].shape, let rowID = row.newRowID ?? row.oldRowID else {
      if !countsOnlyGone || deed == .deleted { tables[place].counts[deed, default: 0] += 1 }
      return
    }
    if tables[place].fates.count >= limit {
      tables[place].holdCountsOnly()
      return try rowChanges(row)
    }
    let id = try shape.identity(row, isNew: row.newRowID != nil, rowID: rowID)
    switch (tables[place].fates[id], deed) {
    case (.added, .deleted): tables[place].fates[id] = nil
    case (.added, _): break
    case (.deleted, .added), (.deleted, .changed), (.replaced, .added), (.replaced, .changed):
      tables[place].fates[id] = .replaced
    case (_, .deleted):
      tables[place].fates[id] = .deleted
      try name(id, row, at: place)
    case _ where countsOnlyGone: break
    case (_, .added): tables[place].fates[id] = .added
    case (_, .changed): tables[place].fates[id] = .changed
    }
  }

  /// Stores the name of a record that disappears.
  private func name(_ id: RecordID, _ row: ChangingRow, at place: Int) throws {
    guard tables[place].names.count < GoneRecords.mostNames else { return }
    let key = try tables[place].keyPlaces.map { try row.value(at: $0, isNew: false).shown }
    tables[place].names.append((id, key.isEmpty ? "\(id)" : key.joined(separator: " ")))
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
      var counted = TouchedRecords.Table(name: name, shape: shape)
      let columns = try TableShape.columns(of: name, database)
      let keyPlaces = (shape?.primaryKey ?? []).compactMap { key in columns.firstIndex { $0.name == key } }
      // After a generated column, versions of SQLite number the columns differently.
      if let last = keyPlaces.max(), !columns[...last].contains(where: { $0.generation != .none }) {
        counted.keyPlaces = keyPlaces
      }
      tables.append(counted)
    }
    places[table] = .some(place)
    return place
  }
}
