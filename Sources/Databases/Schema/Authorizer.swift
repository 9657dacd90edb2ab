// SQLite's report of a statement while it compiles it: its reads, its writes, its kind.

import CSQLite

/// The reads and writes of one trigger.
package struct TriggerTraits {
  package var reads: Set<TableKey> = []
  package var writes: Set<TableKey> = []
  /// The written tables that may lose rows.
  package var deletes: Set<TableKey> = []

  package init() {}

  package mutating func formUnion(_ other: TriggerTraits) {
    reads.formUnion(other.reads)
    writes.formUnion(other.writes)
    deletes.formUnion(other.deletes)
  }
}

/// The reports of the compilation of one statement.
struct StatementTraits {
  enum SavepointOperation: Equatable {
    case open, release, rollBack
  }

  /// The tables and columns read; the column `""` means the rows as such.
  var reads: [TableKey: Set<String>] = [:]
  /// The tables written, by the statement itself, by triggers and by cascades.
  var writes: Set<TableKey> = []
  /// The written tables that may get new rows.
  var inserts: Set<TableKey> = []
  /// The reads and writes of the triggers, by trigger name.
  var triggers: [ExactText: TriggerTraits] = [:]
  var savepoint: (operation: SavepointOperation, name: String)?
  var changesSchema = false
  /// ANALYZE or REINDEX.
  var isUpkeep = false
  /// The table that the statement itself writes, and SQLite's code for the deed.
  var target: (table: TableKey, action: Int32)?
  var isPragma = false
  /// BEGIN, COMMIT or ROLLBACK.
  var controlsTransaction = false
}

/// Decides, in addition to the authorizer, what statements may do. It is asked while they are compiled and, by virtual
/// tables and after schema changes, while they run. Used on its connection's queue.
package protocol StatementPolicy: AnyObject {
  /// Whether SQLite may compile an action, by its code and its two arguments in SQLite's documentation of
  /// `sqlite3_set_authorizer`.
  func allows(_ action: Int32, _ first: String?, _ second: String?, schema: String?) -> Bool
}

/// SQLite's authorizer, used to record, and to refuse transaction statements.
///
/// It stays active while statements run: virtual tables compile statements of their own in their first step, and after
/// a schema change a statement is compiled again. Used on its connection's queue.
final class Authorizer {
  /// Collects the reports of the statement that is being compiled.
  private var compilation: StatementTraits?
  /// The reads of running statements beyond what their compilation reported.
  private(set) var readsWhileRunning: [TableKey: Set<String>] = [:]
  /// Above 0 while internal statements (BEGIN, PRAGMA) run: nothing is recorded, nothing refused.
  private var internalDepth = 0
  /// Asked about each action of a statement that is not internal.
  var policy: (any StatementPolicy)?

  /// Installs the authorizer. The connection keeps it alive.
  func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, schema, trigger in
        guard let context else { return SQLITE_OK }
        return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
          .authorize(action, first, second, schema, trigger)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Runs `body`, which compiles a statement, and returns what SQLite reported.
  func compiling<R>(_ body: () throws -> R) rethrows -> (R, StatementTraits) {
    let outer = compilation
    compilation = StatementTraits()
    defer { compilation = outer }
    let result = try body()
    return (result, compilation ?? StatementTraits())
  }

  /// Runs `body`, which runs internal statements.
  func withInternalStatements<R>(_ body: () throws -> R) rethrows -> R {
    internalDepth += 1
    defer { internalDepth -= 1 }
    return try body()
  }

  /// Returns and clears the reads of running statements since the last call.
  func takeReadsWhileRunning() -> [TableKey: Set<String>] {
    defer { readsWhileRunning.removeAll() }
    return readsWhileRunning
  }

  private func authorize(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ schema: UnsafePointer<CChar>?,
    _ trigger: UnsafePointer<CChar>?
  ) -> Int32 {
    guard internalDepth == 0 else { return SQLITE_OK }
    if let policy {
      let texts = [first, second, schema].map { $0.map { String(cString: $0) } }
      guard policy.allows(action, texts[0], texts[1], schema: texts[2]) else { return SQLITE_DENY }
    }
    switch action {
    case SQLITE_READ:
      guard let first else { break }
      let key = TableKey(schema: schema.map { String(cString: $0) }, name: String(cString: first))
      guard key.schema != "temp" else { break }
      let column = second.map { String(cString: $0).lowercasedASCII } ?? ""
      if compilation != nil {
        compilation?.reads[key, default: []].insert(column)
        if let trigger {
          compilation?.triggers[ExactText(String(cString: trigger)), default: .init()].reads.insert(key)
        }
      } else {
        readsWhileRunning[key, default: []].insert(column)
      }
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      guard let first, compilation != nil else { break }
      let key = TableKey(schema: schema.map { String(cString: $0) }, name: String(cString: first))
      // Triggers and cascades come later.
      if compilation?.target == nil { compilation?.target = (key, action) }
      if key.isReported { compilation?.writes.insert(key) }
      if key.isReported, action == SQLITE_INSERT { compilation?.inserts.insert(key) }
      if let trigger {
        let trigger = ExactText(String(cString: trigger))
        compilation?.triggers[trigger, default: .init()].writes.insert(key)
        if action == SQLITE_DELETE { compilation?.triggers[trigger, default: .init()].deletes.insert(key) }
      }
    case SQLITE_TRANSACTION:
      compilation?.controlsTransaction = true
      return SQLITE_DENY
    case SQLITE_SAVEPOINT:
      guard let first, let second else { break }
      let operation: StatementTraits.SavepointOperation =
        switch String(cString: first) {
        case "BEGIN": .open
        case "RELEASE": .release
        default: .rollBack
        }
      compilation?.savepoint = (operation, String(cString: second))
    case SQLITE_PRAGMA, SQLITE_ATTACH, SQLITE_DETACH:
      compilation?.isPragma = true
    case SQLITE_CREATE_INDEX...SQLITE_CREATE_VIEW, SQLITE_DROP_INDEX...SQLITE_DROP_VIEW, SQLITE_ALTER_TABLE,
      SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE:
      compilation?.changesSchema = true
    case SQLITE_ANALYZE, SQLITE_REINDEX:
      compilation?.isUpkeep = true
    default: break
    }
    return SQLITE_OK
  }
}
