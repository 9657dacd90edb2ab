// Compiled statements, kept for their next use.

import CSQLite

/// The statements of one connection, by their SQL.
///
/// A statement in use stays in the cache, so that returning it needs no search; a second use meanwhile compiles
/// another.
struct StatementCache {
  /// The maximum number of cached statements.
  var capacity = 128
  private var statements: [ExactText: [PreparedStatement]] = [:]
  /// The statements that this module runs itself (BEGIN, PRAGMA), which are neither traced nor recorded.
  var internals: [ExactText: OpaquePointer] = [:]
  private(set) var count = 0
  private var clock = 0

  /// An unused statement, which is in use from now on; nil if there is none.
  func take(_ sql: String) -> PreparedStatement? {
    guard let statement = statements[ExactText(sql)]?.first(where: { !$0.isInUse }) else { return nil }
    statement.isInUse = true
    return statement
  }

  /// Returns a statement that has been reset and cleared. If the cache is full, the least recently used ones are
  /// dropped.
  mutating func put(_ statement: PreparedStatement) {
    clock += 1
    statement.lastUse = clock
    statement.isInUse = false
    guard !statement.isCached else { return }
    statement.isCached = true
    statements[ExactText(statement.cacheKey), default: []].append(statement)
    count += 1
    if count > capacity { evict() }
  }

  /// Ends all statements: the connection closes.
  mutating func finalizeAll() {
    for statement in statements.values.joined() { statement.isCached = false }
    statements.removeAll()
    count = 0
    for statement in internals.values { sqlite3_finalize(statement) }
    internals.removeAll()
  }

  private mutating func evict() {
    // Drops a quarter at once, so that the search is rare.
    let uses = statements.values.joined().map(\.lastUse).sorted()
    let limit = uses[uses.count / 4]
    for (sql, all) in statements {
      let kept = all.filter { $0.isInUse || $0.lastUse > limit }
      for statement in all where !statement.isInUse && statement.lastUse <= limit { statement.isCached = false }
      count -= all.count - kept.count
      statements[sql] = kept.isEmpty ? nil : kept
    }
  }
}
