// The triggers that keep search indexes, alone at work while a log is replayed.
//
// A virtual table is written through itself alone. So while the file's triggers are off, copies of those that write
// virtual tables, and nothing else, stand as temporary ones, which stay on: an index follows each row that the replay
// writes, and no other trigger fires twice.

import Databases

/// The triggers of some tables that write virtual tables and nothing else.
struct IndexTriggers {
  private var copies: [(name: String, sql: String)] = []
  /// The virtual tables that follow.
  private var kept: Set<TableKey> = []
  /// Those that some trigger writes that can't be copied.
  private var mixed: Set<TableKey> = []

  /// Asks SQLite about the triggers of these tables, which must be on.
  init(of shapes: [RowShape], _ database: Database) throws {
    let tables = Set(shapes.map { TableKey(schema: nil, name: $0.table) })
    for shape in shapes {
      // Without SQL where that can't be copied to the byte. A name that was no UTF-8 has a replacement in it.
      var own: [ExactText: String?] = [:]
      try database.internalRows(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
        exactly: [.text(shape.table)]
      ) { row in
        let isReplaced = row.text(0).unicodeScalars.contains("\u{FFFD}")
        own.updateValue(isReplaced ? nil : row.exactValue(1).string, forKey: ExactText(row.text(0)))
      }
      guard !own.isEmpty else { continue }
      let traits = try Self.traits(shape, database)
      for (name, traits) in traits {
        let virtual = try Set(traits.writes.filter { try database.schema.kind($0) == .virtual })
        let others = tables.subtracting([TableKey(schema: nil, name: shape.table)])
        guard virtual == traits.writes, traits.reads.isDisjoint(with: others), own[name] != .some(nil) else {
          mixed.formUnion(virtual)
          continue
        }
        guard !virtual.isEmpty, case let sql?? = own[name] else { continue }
        kept.formUnion(virtual)
        // SQLite keeps every trigger with these words in front. Bytes: a name may begin with a mark that joins the space.
        copies.append((name.text, "CREATE TEMP TRIGGER " + Substring(sql.utf8.dropFirst("CREATE TRIGGER ".utf8.count))))
      }
    }
  }

  /// Throws where one of the virtual tables is still there and would not follow. `tables` were touched, as far as that is
  /// known: a virtual table may write nothing before the commit. So those that can't follow count in any case.
  func require(_ tables: Set<TableKey>, _ database: Database) throws {
    let missed = try tables.subtracting(kept).union(mixed).filter { try database.schema.kind($0) == .virtual }
    guard let missed = missed.map(\.name).min() else { return }
    throw ReplayRefused(reason: "the search index \(missed) could not follow")
  }

  /// Runs `body` while the copies are there.
  func copied<R>(_ database: Database, _ body: () throws -> R) throws -> R {
    for copy in copies { try database.runOnce(copy.sql) }
    let result = try body()
    // Where `body` throws its savepoint takes them back.
    for copy in copies { try database.runOnce("DROP TRIGGER temp.\(copy.name.quotedName)") }
    return result
  }

  /// What the triggers do that a write to the table fires, by their names.
  private static func traits(_ shape: RowShape, _ database: Database) throws -> [ExactText: TriggerTraits] {
    var traits: [ExactText: TriggerTraits] = [:]
    for sql in shape.statementsThatFireTriggers {
      for (name, other) in try database.triggers(firedBy: sql) {
        traits[name, default: TriggerTraits()].formUnion(other)
      }
    }
    return traits
  }
}
