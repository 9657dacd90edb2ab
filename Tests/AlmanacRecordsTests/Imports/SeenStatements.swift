import Locks

/// The INSERT statements that a connection runs.
final class SeenStatements: Sendable {
  private let seen = Lock([String]())
  private let first = AsyncStream<Void>.makeStream()

  func note(_ sql: String) {
    guard sql.hasPrefix("INSERT") else { return }
    seen.withLock { $0.append(sql) }
    first.continuation.yield()
  }

  /// Returns when an INSERT statement has begun.
  func firstInsert() async { for await _ in first.stream { return } }

  var inserting: [String] { seen.withLock(\.self) }
}
