// Compiled statements that wait for their next use.

/// The statements of one connection that are not in use, by their SQL.
///
/// A user takes a statement out; a second use meanwhile compiles another, and both come back.
struct StatementCache {
  /// The most statements that are kept.
  var capacity = 128
  private var idle: [ExactText: [(statement: PreparedStatement, lastUse: Int)]] = [:]
  private(set) var count = 0
  private var clock = 0

  /// Takes a statement out.
  mutating func take(_ sql: String) -> PreparedStatement? {
    guard let index = idle.index(forKey: ExactText(sql)) else { return nil }
    count -= idle.values[index].isEmpty ? 0 : 1
    return idle.values[index].popLast()?.statement
  }

  /// Puts a statement back that has been reset and cleared. The one that was used longest ago makes room.
  mutating func put(_ statement: PreparedStatement) {
    clock += 1
    idle[ExactText(statement.cacheKey), default: []].append((statement, clock))
    count += 1
    if count > capacity { evict() }
  }

  /// Drops all statements.
  mutating func removeAll() {
    idle.removeAll()
    count = 0
  }

  private mutating func evict() {
    // A quarter at once, so that the search is rare.
    let uses = idle.values.joined().map(\.lastUse).sorted()
    let limit = uses[uses.count / 4]
    for (sql, statements) in idle {
      let kept = statements.filter { $0.lastUse > limit }
      count -= statements.count - kept.count
      idle[sql] = kept.isEmpty ? nil : kept
    }
  }
}
