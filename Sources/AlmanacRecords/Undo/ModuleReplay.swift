// How a replay updates the virtual tables of modules, such as search indexes.
//
//   state as in the log ──> the exact rows of its tables are written ──> the module drops its cached state
//   otherwise: another row was indexed since ──> the module itself removes rows and adds rows

import Databases

/// The part of a replay that updates one virtual table.
struct ModuleReplay {
  private enum Way {
    /// By the rows of the tables that store it.
    case bytes([RowChange])
    /// By its own rows; `moved` has the new rowids of some.
    case rows(ModuleTable, [ModuleTable.Row], moved: [Int: Int])
  }

  private let table: TableKey
  private let way: Way

  /// Finds a way to update the table; nil if the table has gone. `left`: the records that the replay leaves alone.
  /// `moved`: the new rowids of others, by table. Throws `ReplayRefused` if there is no way.
  init?(
    _ table: TableKey, _ log: ChangeLog, left: [RowConflict], moved: [TableKey: [Int: Int]], _ replay: Replay
  ) throws {
    let database = replay.database
    guard try database.schema.kind(table) == .virtual else { return nil }
    self.table = table
    let changes = try log.moduleRows.filter { change in
      if case .shadow(_, let owner, _)? = try database.schema.kind(change.key) {
        TableKey(schema: nil, name: owner) == table
      } else {
        throw ReplayRefused(reason: "\(change.table) is not the table any more that it was")
      }
    }
    let sources = left.isEmpty && moved.isEmpty ? nil : try Self.sources(of: table, database)
    func isSource(_ key: TableKey) -> Bool { sources?.contains(key) ?? true }
    let left = left.filter { isSource(TableKey(schema: nil, name: $0.table)) }
    let moved = moved.filter { isSource($0.key) }
    if left.isEmpty, moved.isEmpty, try changes.allSatisfy({ try replay.row($0) == $0.before }) {
      way = .bytes(changes.filter { $0.before != $0.after })
      return
    }
    let refusal = ReplayRefused(reason: "the search index \(table.name) has changed since, and could not follow")
    guard let module = try ModuleTable(table, database), var rows = try module.rows(of: log, database) else {
      throw refusal
    }
    if log.isOfJournal, module.hasContentElsewhere { throw refusal }
    if !left.isEmpty || !moved.isEmpty {
      // Only the rowid tells which record a row belongs to.
      var targets: [Int: Int?] = [:]
      let leftIDs = Dictionary(grouping: left) { TableKey(schema: nil, name: $0.table) }.mapValues { Set($0.map(\.id)) }
      for change in log.rows where isSource(change.key) {
        guard let id = change.id.rowID else { continue }
        let target = leftIDs[change.key]?.contains(change.id) == true ? nil : moved[change.key]?[id] ?? id
        if let other = targets.updateValue(target, forKey: id), other != target { throw refusal }
      }
      guard rows.allSatisfy({ targets[$0.id] != nil }) else { throw refusal }
      rows.removeAll { if case .some(.none) = targets[$0.id] { true } else { false } }
    }
    rows.removeAll { $0.before == $0.after }
    guard try rows.allSatisfy({ try module.isBefore($0, database) }) else { throw refusal }
    way = .rows(module, rows, moved: moved.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } })
  }

  /// The tables whose triggers write to a virtual table. Nil: a trigger of a view may do so for any table, or what does
  /// is not known.
  private static func sources(of table: TableKey, _ database: Database) throws -> Set<TableKey>? {
    var found: Set<TableKey> = []
    var isOfView = false
    // A quoted name has its quotes doubled.
    let sql = """
      SELECT t.tbl_name, s.type = 'view' FROM main.sqlite_schema AS t JOIN main.sqlite_schema AS s ON s.name = t.tbl_name
      WHERE t.type = 'trigger' AND instr(replace(replace(lower(t.sql), '""', '"'), '``', '`'), ?) > 0
      """
    try database.internalRows(sql, exactly: [.text(table.name)]) {
      found.insert(TableKey(schema: nil, name: $0.text(0)))
      if $0.integer(1) != 0 { isOfView = true }
    }
    return isOfView || found.isEmpty ? nil : found
  }

  /// The work before the ordinary rows are written: an index may read there the content that it removes.
  func begin(_ replay: Replay) throws {
    if case .rows(let module, let rows, _) = way { try module.remove(rows, replay.database) }
  }

  /// The work after the ordinary rows are written.
  func end(_ replay: Replay) throws {
    switch way {
    case .rows(let module, let rows, let moved): try module.add(rows, moved: moved, replay.database)
    case .bytes(let changes) where changes.isEmpty: break
    case .bytes(let changes):
      // A refused row is not exact.
      do { try replay.write(changes) } catch is RefusedRows {}
      for change in changes where try replay.row(change) != change.after { throw replay.inexact(change) }
      try replay.database.forgetModule(of: table.name)
    }
  }
}
