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
    /// By its own rows.
    case rows(ModuleTable, [ModuleTable.Row])
  }

  private let table: TableKey
  private let way: Way
  /// The rows of the log that still apply, without the records that the replay leaves alone.
  let log: [RowChange]

  /// Finds a way to update the table; nil if the table has gone. `left`: the records that the replay leaves alone.
  /// Throws `ReplayRefused` if there is no way.
  init?(
    _ table: TableKey, _ log: ChangeLog, made: [RowChange], left: [RowConflict], moved: [Int: Int], _ replay: Replay
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
    let sources = left.isEmpty ? [] : try Self.sources(of: table, database)
    let left = Set(left.lazy.filter { sources.contains(TableKey(schema: nil, name: $0.table)) }.map(\.id))
    if left.isEmpty, moved.isEmpty, try changes.allSatisfy({ try replay.row($0) == $0.before }) {
      way = .bytes(changes.filter { $0.before != $0.after })
      self.log = changes
      return
    }
    let refusal = ReplayRefused(reason: "the search index \(table.name) has changed since, and could not follow")
    guard let module = try ModuleTable(table, database), var rows = try module.rows(of: log, database) else {
      throw refusal
    }
    // Only the rowid tells which record a row belongs to.
    let ids = Set(log.rows.map(\.id))
    if !left.isEmpty || !moved.isEmpty, !rows.allSatisfy({ ids.contains(.rowID($0.id)) }) { throw refusal }
    if made.contains(where: { left.contains($0.id) && sources.contains($0.key) }) { throw refusal }
    rows.removeAll { $0.before == $0.after || left.contains(.rowID($0.id)) }
    guard try rows.allSatisfy({ try module.isBefore($0, database) }) else { throw refusal }
    way = .rows(module, rows)
    self.log = changes.filter { !left.contains($0.id) }
  }

  /// The tables whose triggers write to a virtual table.
  private static func sources(of table: TableKey, _ database: Database) throws -> Set<TableKey> {
    var found: Set<TableKey> = []
    try database.internalRows(
      "SELECT tbl_name FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), ?) > 0",
      exactly: [.text(table.name)]
    ) { found.insert(TableKey(schema: nil, name: $0.text(0))) }
    return found
  }

  /// The work before the ordinary rows are written: an index may read there the content that it removes.
  func begin(_ replay: Replay) throws {
    if case .rows(let module, let rows) = way { try module.remove(rows, replay.database) }
  }

  /// The work after the ordinary rows are written.
  func end(moved: [Int: Int], _ replay: Replay) throws {
    switch way {
    case .rows(let module, let rows): try module.add(rows, moved: moved, replay.database)
    case .bytes(let changes) where changes.isEmpty: break
    case .bytes(let changes):
      try replay.write(changes)
      for change in changes where try replay.row(change) != change.after { throw replay.inexact(change) }
      try replay.database.forgetModule(of: table.name)
    }
  }
}
