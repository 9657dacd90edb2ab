// Counts the changes of a transaction, and drops the ones that are rolled back.
//
// The cycle: a statement begins -> its rows are recorded in a level of its own -> it ends: the level is added to the
// innermost savepoint, or dropped if the statement failed -> RELEASE adds a savepoint's level to the one below,
// ROLLBACK TO drops it -> COMMIT takes the rest. Memory is bounded by tables and depth, not by rows.

/// The changes of a transaction as a stack of levels: one for the transaction, one per savepoint, one per running
/// statement.
struct ChangeAccumulator {
  /// Identifies a running statement.
  typealias StatementToken = Int

  private var transaction = ChangeLevel()
  private var savepoints: [(name: String, level: ChangeLevel)] = []
  /// The writing statements that have begun and not ended, in the order in which they began.
  private var statements: [(token: StatementToken, level: ChangeLevel)] = []
  private var lastToken: StatementToken = 0
  /// An emptied level for reuse: many statements of one row each then allocate no memory.
  private var spare: ChangeLevel?
  /// The statement that is being stepped.
  var active: StatementToken?

  /// Whether no recorded change is left.
  var isEmpty: Bool {
    transaction.isEmpty && savepoints.allSatisfy(\.level.isEmpty) && statements.allSatisfy(\.level.isEmpty)
  }

  /// A statement begins.
  mutating func beginStatement() -> StatementToken {
    lastToken += 1
    statements.append((lastToken, spare ?? ChangeLevel()))
    spare = nil
    return lastToken
  }

  /// A statement has ended; `isKept` tells whether its changes are kept. Ignores a statement that a rollback has
  /// already ended.
  mutating func endStatement(_ token: StatementToken, isKept: Bool) {
    guard let index = statements.lastIndex(where: { $0.token == token }) else { return }
    var level = statements.remove(at: index).level
    if isKept { addToInnermost(level) }
    level.clear()
    spare = level
  }

  /// Whether triggers made all changes of the statement.
  func hasOnlyTriggersRows(_ token: StatementToken) -> Bool {
    guard let statement = statements.last(where: { $0.token == token }) else { return false }
    return !statement.level.isEmpty && !statement.level.hasRowsOfItsOwn
  }

  /// Records a row's change in the level of the active statement.
  mutating func record(_ table: Int, isOwn: Bool, _ change: (inout TableTally) -> Void) {
    if let active, let index = statements.lastIndex(where: { $0.token == active }) {
      statements[index].level.record(table, isOwn: isOwn, change)
    } else if savepoints.isEmpty {
      transaction.record(table, isOwn: isOwn, change)
    } else {
      savepoints[savepoints.count - 1].level.record(table, isOwn: isOwn, change)
    }
  }

  /// `SAVEPOINT name` has run.
  mutating func openSavepoint(_ name: String) {
    savepoints.append((name.lowercasedASCII, ChangeLevel()))
  }

  /// `RELEASE name` has run: the savepoint and all within it join the level below.
  mutating func release(_ name: String) {
    guard let index = innermost(name) else { return }
    while savepoints.count > index { addToInnermost(savepoints.removeLast().level) }
  }

  /// `ROLLBACK TO name` has run: later changes are gone, the savepoint stays.
  mutating func rollBack(to name: String) {
    guard let index = innermost(name) else { return }
    savepoints.removeLast(savepoints.count - index - 1)
    savepoints[index].level.clear()
    // No savepoint can be opened while a statement writes: the running statements began after it.
    statements.removeAll()
  }

  /// The whole transaction was rolled back.
  mutating func rollBackAll() {
    transaction.clear()
    savepoints.removeAll()
    statements.removeAll()
    active = nil
  }

  /// The transaction was committed: returns its changes and starts over.
  mutating func take() -> [(table: Int, tally: TableTally)] {
    while let savepoint = savepoints.popLast() { addToInnermost(savepoint.level) }
    defer { rollBackAll() }
    return transaction.touched.map { ($0, transaction[$0]) }
  }

  private func innermost(_ name: String) -> Int? {
    let name = name.lowercasedASCII
    return savepoints.lastIndex { $0.name == name }
  }

  private mutating func addToInnermost(_ level: ChangeLevel) {
    if savepoints.isEmpty {
      transaction.add(level)
    } else {
      savepoints[savepoints.count - 1].level.add(level)
    }
  }
}
