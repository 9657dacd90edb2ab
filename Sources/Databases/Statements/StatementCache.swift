// Compiled statements, kept for their next use.

/// The statements of one connection, by their SQL.
///
/// A statement in use stays where it is, so that to give it back needs no search; a second use meanwhile compiles
/// another.
struct StatementCache {
  /// The most statements that are kept.
  var capacity = 128
  private var statements: [ExactText: [PreparedStatement]] = [:]
  private(set) var count = 0
  private var clock = 0

  /// A statement that is not in use; from now on it is.
  func take(_ sql: String) -> PreparedStatement? {
    guard let statement = statements[ExactText(sql)]?.first(where: { !$0.isInUse }) else { return nil }
    statement.isInUse = true
    return statement
  }

  /// Takes a statement back that has been reset and cleared. The one that was used longest ago makes room.
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

  /// Drops all statements.
  mutating func removeAll() {
    for statement in statements.values.joined() { statement.isCached = false }
    statements.removeAll()
    count = 0
  }

  private mutating func evict() {
    // A quarter at once, so that the search is rare.
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
