// A revert: what a commit of any program has changed is changed back, by the undo that our own changes have.
//
//   a line ──> all changes of its commit ──> each record once ──> a change like one of ours, the other way round

public import Databases

/// The error that a commit can't be reverted; nothing was changed.
public struct CantRevert: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the rest of a sentence.
  public var reason: String

  /// Makes an error with the reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}

/// What a person reverts in the list of changes.
public enum RevertedChanges: Hashable, Sendable {
  /// The whole commit of the entry with this number.
  case commit(of: Int)
  /// The entries with these numbers.
  case entries(Set<Int>)
}

/// The recorded rows that a revert takes back.
public struct Reversal: Sendable {
  /// The rows in which modules store virtual tables, by virtual table; nil for a table whose rows are not known.
  typealias ModuleRows = [String: [ChangedRows]?]

  /// What is reverted, in words: `commit 5`, `2 lines`.
  public let title: String
  /// The changed rows, each record once, in the order of the journal.
  private let rows: [(table: ChangedRows.Table, row: ChangedRows.Row)]
  private let modules: ModuleRows

  /// The number of records.
  public var count: Int { rows.count }

  /// Takes all changes of a commit, or some of one or several. Throws `CantRevert` if they are not all changes of known rows.
  init(_ title: String, _ entries: [JournalEntry], _ modules: ModuleRows) throws(CantRevert) {
    self.title = title
    self.modules = modules
    try Self.check(title, entries)
    if let unknown = modules.filter({ $0.value == nil }).keys.min() {
      throw CantRevert(reason: "\(title) changed \(unknown) too, and a module keeps the rows of that")
    }
    rows = try Self.merged(entries)
    if rows.isEmpty { throw CantRevert(reason: "\(title) has changed no row") }
  }

  /// Throws `CantRevert` if the entries are not all changes of known rows.
  static func check(_ title: String, _ entries: some Sequence<JournalEntry>) throws(CantRevert) {
    for event in entries.lazy.map(\.event) {
      switch event {
      case .row, .note(_, .exchange), .commit: break
      case .schema(let change):
        throw CantRevert(reason: "\(title) changed the structure of the file: \(change.summary)")
      case .note(_, .sameSchema): throw CantRevert(reason: "\(title) wrote the structure of the file")
      case .note(_, .unknownCommit(let reason)):
        throw CantRevert(reason: "the rows of \(title) are not known: \(reason)")
      case .note(let table, .unknownRows(let change)):
        let name = table ?? ""
        throw CantRevert(
          reason: change.countsShadowRows
            ? "a module keeps the rows of \(name)" : "the values of rows of \(name) are not known")
      }
    }
  }

  /// A changed row, and its table.
  typealias ChangedRow = (table: ChangedRows.Table, row: ChangedRows.Row)

  private static func merged(_ entries: [JournalEntry]) throws(CantRevert) -> [ChangedRow] {
    try merged(
      entries.compactMap { entry in
        if case .row(let table, let row) = entry.event { (table, row) } else { nil }
      })
  }

  /// The changes of rows, with those of one record combined: several commits may have changed it, and a record that
  /// exchanged its unique values with others is listed as a deletion and an insertion. A record is what its key names
  /// or, without a key, its rowid: one that has come and gone, or is as it was, is left out. Columns that SQLite
  /// computes are left out too, because own changes do not have them.
  static func merged(_ changes: [ChangedRow]) throws(CantRevert) -> [ChangedRow] {
    struct Place: Hashable { let table: ExactText, id: RecordID }
    var rows: [ChangedRow] = []
    var rowIDsAfter: [Int?] = []
    var places: [Place: Int] = [:]
    for (table, row) in changes.lazy.map(withoutComputed) {
      for part in row.parts(of: table) {
        let place = Place(table: ExactText(table.name), id: part.id)
        guard let known = places[place] else {
          places[place] = rows.count
          rows.append((table, part.row))
          rowIDsAfter.append(row.rowID)
          continue
        }
        guard rows[known].table.columns == table.columns, rows[known].row.after == part.row.before else {
          let name = part.row.values(of: table.key, in: table)?.map(\.shown).joined(separator: " ")
          let record = name ?? row.rowID.map(String.init) ?? ""
          throw CantRevert(reason: "\(table.name) \(record) was changed between these lines too")
        }
        (rows[known].table, rows[known].row.after, rowIDsAfter[known]) = (table, part.row.after, row.rowID)
      }
    }
    for place in rows.indices where rows[place].row.after != nil { rows[place].row.rowID = rowIDsAfter[place] }
    return joined(rows.filter { $0.row.before != $0.row.after })
  }

  /// The rows, each deletion joined with the insertion under its rowid: the key of that record has changed.
  private static func joined(_ rows: [ChangedRow]) -> [ChangedRow] {
    struct Place: Hashable { let table: ExactText, rowID: Int }
    func place(_ change: ChangedRow) -> Place? {
      change.row.rowID.map { Place(table: ExactText(change.table.name), rowID: $0) }
    }
    var deletions: [Place: Int] = [:]
    for (index, change) in rows.enumerated() where change.row.after == nil {
      if let place = place(change) { deletions[place] = index }
    }
    var (joined, gone) = (rows, Set<Int>())
    for (index, change) in rows.enumerated() where change.row.before == nil {
      guard let deletion = place(change).flatMap({ deletions[$0] }) else { continue }
      joined[deletion].row.after = change.row.after
      gone.insert(index)
    }
    return joined.indices.filter { !gone.contains($0) }.map { joined[$0] }
  }

  private static func withoutComputed(_ change: ChangedRow) -> ChangedRow {
    var (table, row) = change
    guard !table.generated.isEmpty else { return change }
    let kept = table.columns.indices.filter { !table.generated.contains(table.columns[$0]) }
    row.before = row.before.map { values in kept.map { values[$0] } }
    row.after = row.after.map { values in kept.map { values[$0] } }
    (table.columns, table.generated) = (kept.map { table.columns[$0] }, [])
    return (table, row)
  }

  /// Whether it takes back exactly the rows of a change, and of its triggers and cascades.
  func takesBack(_ change: BookChange) -> Bool {
    let others = change.rows + change.others.rows
    guard rows.count == others.count else { return false }
    let changes = Dictionary(grouping: others) { Record(table: $0.key, id: $0.id) }
    return rows.allSatisfy { table, row in
      let key = row.values(of: table.key, in: table).map { RecordID.key($0.map(\.asKey)) }
      func areEqual(_ values: [ExactValue]?, _ row: ExactRow?) -> Bool {
        guard let values, let row else { return values == nil && row == nil }
        return row.allSatisfy { column in table.columns.firstIndex(of: column.key).map { values[$0] } == column.value }
      }
      return [row.rowID.map(RecordID.rowID), key].contains { id in
        let made = id.flatMap { changes[Record(table: TableKey(schema: nil, name: table.name), id: $0)] } ?? []
        return made.contains { areEqual(row.before, $0.before) && areEqual(row.after, $0.after) }
      }
    }
  }

  private struct Record: Hashable { let table: TableKey, id: RecordID }

  /// The change that takes the rows back. Call inside a read or a write. Throws `CantRevert` if a table has another
  /// shape by now.
  public func change(_ db: Database) throws -> BookChange {
    var log = ChangeLog()
    var subjects: [ExactText: RevertedTable] = [:]
    func changes(of row: ChangedRows.Row, in table: ChangedRows.Table) throws -> [RowChange] {
      let name = ExactText(table.name)
      let subject = try subjects[name] ?? RevertedTable(table, db)
      subjects[name] = subject
      return try subject.changes(of: row)
    }
    for (table, row) in rows { log.rows += try changes(of: row, in: table) }
    log.tables = Set(log.rows.lazy.map(\.key))
    for (module, tables) in modules {
      log.virtualTables.insert(TableKey(schema: nil, name: module))
      for shadow in tables ?? [] {
        for row in shadow.rows { log.moduleRows += try changes(of: row, in: shadow.table) }
      }
    }
    log.isOfJournal = true
    return BookChange(reverting: log)
  }
}

/// A table whose rows are reverted, in the shape that it has now.
private struct RevertedTable {
  private let shape: RowShape
  private let table: ChangedRows.Table
  /// The places of the writable columns among those of a changed row.
  private let places: [Int]

  init(_ table: ChangedRows.Table, _ db: Database) throws {
    self.table = table
    let kind = try db.schema.kind(TableKey(schema: nil, name: table.name))
    switch (kind, table.isShadow) {
    case (.table(let name, let hasRowIDs)?, false), (.shadow(let name, _, let hasRowIDs)?, true):
      shape = try RowShape(name, hasRowIDs: hasRowIDs, db)
    default: throw CantRevert(reason: "\(table.name) is not the table any more that it was")
    }
    let names = table.columns
    places = names.indices.filter { !table.generated.contains(names[$0]) }
    guard places.map({ names[$0] }) == shape.columns else {
      throw CantRevert(reason: "\(table.name) has other columns now")
    }
  }

  /// The change of a row. If the identity has changed with it, one row was deleted and one added.
  func changes(of row: ChangedRows.Row) throws -> [RowChange] {
    let before = row.before.map { values in ExactRow(shape.columns, places.map { values[$0] }) }
    let after = row.after.map { values in ExactRow(shape.columns, places.map { values[$0] }) }
    let (old, new) = (before.flatMap { shape.identity($0, row.rowID) }, after.flatMap { shape.identity($0, row.rowID) })
    guard (before == nil) == (old == nil), (after == nil) == (new == nil) else {
      throw CantRevert(reason: "nothing tells the rows of \(table.name) apart now")
    }
    if let old, old == new { return [RowChange(table: shape.table, id: old, before: before, after: after)] }
    return [
      old.map { RowChange(table: shape.table, id: $0, before: before, after: nil) },
      new.map { RowChange(table: shape.table, id: $0, before: nil, after: after) },
    ].compactMap(\.self)
  }
}

extension ChangedRows.Row {
  /// The change with the identity of its record; if the identity has changed with it, a deletion and an insertion.
  fileprivate func parts(of table: ChangedRows.Table) -> [(id: RecordID, row: Self)] {
    let (old, new) = (before.map { identity($0, table) }, after.map { identity($0, table) })
    if let old, let new, old != new {
      return [
        (old, Self(rowID: rowID, before: before, after: nil)), (new, Self(rowID: rowID, before: nil, after: after)),
      ]
    }
    return (old ?? new).map { [($0, self)] } ?? []
  }

  /// What names the record with these values: its key, its rowid if the key is missing or has a NULL, or else all of it.
  private func identity(_ values: [ExactValue], _ table: ChangedRows.Table) -> RecordID {
    let key = table.key.compactMap { name in table.columns.firstIndex { $0.isSameName(as: name) }.map { values[$0] } }
    if !key.isEmpty, key.count == table.key.count, !key.contains(.null) { return .key(key.map(\.asKey)) }
    return rowID.map(RecordID.rowID) ?? .key(values.map(\.asKey))
  }
}
