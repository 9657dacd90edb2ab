// Counts the changes of a transaction, and drops what is taken back.
//
// The cycle: a statement begins -> its rows are recorded in a level of its own -> it ends: the level is added to the
// innermost savepoint, or dropped if the statement failed -> RELEASE adds a savepoint's level to the one below,
// ROLLBACK TO drops it -> COMMIT takes what is left. Memory is bounded by tables and depth, not by rows.

/// The changes of a transaction as a stack of levels: one for the transaction, one a savepoint, one a running
/// statement.
struct ChangeAccumulator {
  /// Tells the running statements apart.
  typealias StatementToken = Int

  private var transaction = ChangeLevel()
  private var savepoints: [(name: String, level: ChangeLevel)] = []
  /// The writing statements that have begun and not ended, in the order of their beginnings.
  private var statements: [(token: StatementToken, level: ChangeLevel)] = []
  private var lastToken: StatementToken = 0
  /// An emptied level, so that a statement a row needs no new memory.
  private var spare: ChangeLevel?
  /// The statement that is being stepped.
  var active: StatementToken?

  /// Whether nothing is left of all that was recorded.
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

  /// A statement has ended; `isKept` tells whether its changes stand. One that a rollback has ended
  /// before does not matter.
  mutating func endStatement(_ token: StatementToken, isKept: Bool) {
    guard let index = statements.lastIndex(where: { $0.token == token }) else { return }
    var level = statements.remove(at: index).level
    if isKept { addToInnermost(level) }
    level.clear()
    spare = level
  }

  /// Whether all that the statement has changed was changed by triggers.
  func hasOnlyTriggersRows(_ token: StatementToken) -> Bool {
    guard let statement = statements.last(where: { $0.token == token }) else { return false }
    return !statement.level.isEmpty && !statement.level.hasRowsOfItsOwn
  }

  /// Records a change of a row in the level of the active statement.
  mutating func record(_ table: Int, isOwn: Bool, _ change: (inout TableTally) -> Void) {
    if let active, let index = statements.lastIndex(where: { $0.token == active }) {
      statements[index].level.record(table, isOwn: isOwn, change)
    } else if savepoints.isEmpty {
      transaction.record(table, isOwn: isOwn, change)
    } else {
      savepoints[savepoints.count - 1].level.record(table, isOwn: isOwn, change)
    }
  }

  /// `SAVEPOINT name` was done.
  mutating func openSavepoint(_ name: String) {
    savepoints.append((name.lowercasedASCII, ChangeLevel()))
  }

  /// `RELEASE name` was done: the savepoint and all within it are part of what is below.
  mutating func release(_ name: String) {
    guard let index = innermost(name) else { return }
    while savepoints.count > index { addToInnermost(savepoints.removeLast().level) }
  }

  /// `ROLLBACK TO name` was done: what was changed since then is gone, the savepoint stays.
  mutating func rollBack(to name: String) {
    guard let index = innermost(name) else { return }
    savepoints.removeLast(savepoints.count - index - 1)
    savepoints[index].level.clear()
    // No savepoint can be opened while a statement writes: those that run are younger.
    statements.removeAll()
  }

  /// The whole transaction was taken back.
  mutating func rollBackAll() {
    transaction.clear()
    savepoints.removeAll()
    statements.removeAll()
    active = nil
  }

  /// The transaction was committed: takes what it changed and begins again.
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
