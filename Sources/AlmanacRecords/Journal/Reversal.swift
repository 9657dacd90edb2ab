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
    if let unknown = modules.filter({ $0.value == nil }).keys.min() {
      throw CantRevert(reason: "\(title) changed \(unknown) too, and a module keeps the rows of that")
    }
    rows = try Self.merged(entries)
    if rows.isEmpty { throw CantRevert(reason: "\(title) has changed no row") }
  }

  /// The changes of rows, with those of one record combined: several commits may have changed it, and a record that
  /// exchanged its unique values with others is listed as a deletion and an insertion.
  private static func merged(
    _ entries: [JournalEntry]
  ) throws(CantRevert) -> [(table: ChangedRows.Table, row: ChangedRows.Row)] {
    struct Place: Hashable { let table: ExactText, id: RecordID }
    var rows: [(table: ChangedRows.Table, row: ChangedRows.Row)] = []
    var places: [Place: Int] = [:]
    for entry in entries {
      guard case .row(let table, let row) = entry.event else { continue }
      let key = row.values(of: table.key.isEmpty ? table.columns : table.key, in: table) ?? []
      let place = Place(table: ExactText(table.name), id: row.rowID.map(RecordID.rowID) ?? .key(key.map(\.asKey)))
      if let known = places[place] {
        guard rows[known].table.columns == table.columns, rows[known].row.after == row.before else {
          throw CantRevert(reason: "\(table.name) \(entry.recordName) was changed between these lines too")
        }
        rows[known].row.after = row.after
      } else {
        places[place] = rows.count
        rows.append((table, row))
      }
    }
    return rows.filter { $0.row.before != $0.row.after }
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
