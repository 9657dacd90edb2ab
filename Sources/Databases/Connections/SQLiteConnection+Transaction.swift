// An asynchronous transaction, which holds the writer while its closure awaits.

import Activities
import Locks

extension SQLiteConnection {
  /// Runs `body` in a transaction, whatever it awaits; all other writes wait meanwhile, in the order of their calls.
  /// `body` runs on the caller's actor, so a screen can write the values of its fields directly.
  ///
  /// If `body` throws, or the task is cancelled before the end, everything is rolled back. Inside `body` use the given
  /// transaction: a write on the connection itself would wait for `body` to end.
  @discardableResult
  @export(interface)
  public func transaction<R: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: (SQLiteTransaction) async throws -> R
  ) async throws -> R {
    try await withTurn { [writer] flag in
      let transaction = SQLiteTransaction(writer: writer, number: try await writer.beginTransaction(flag))
      do {
        let result = try await TransactionOwner.run(self) { try await body(transaction) }
        try Task.checkCancellation()
        try await writer.commitTransaction()
        return result
      } catch {
        await writer.rollBackTransaction()
        throw error
      }
    }
  }
}

/// An open transaction. It ends with the closure that received it; later uses throw.
public final class SQLiteTransaction: Sendable {
  private let writer: Writer
  /// The number of this transaction among the writer's.
  private let number: Int

  init(writer: Writer, number: Int) {
    self.writer = writer
    self.number = number
  }

  /// Runs one statement and returns its rows. Throws `DatabaseError`, and `CancellationError` once the task is
  /// cancelled.
  @discardableResult
  @export(interface)
  public func query(_ sql: String, _ bindings: [SQLiteValue] = []) async throws -> [Row] {
    try await perform { try $0.rows(sql, bindings) }
  }

  /// Runs `body` on the writer's queue, within this transaction. If it throws, its changes so far are kept: the
  /// transaction is rolled back only if its own closure throws.
  @export(interface)
  public func perform<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    try Task.checkCancellation()
    return try await writer.inTransaction(number, body)
  }
}

/// Records which task has which connections in a transaction, to find a write that would wait for itself.
enum TransactionOwner {
  /// One transaction and its task. Tasks that it starts inherit this value, and may wait. They may also outlive the
  /// transaction, and a later task may get the identity of its task.
  private final class Ownership: Sendable {
    private let task: Int?
    private let isOpen = Lock(true)

    init(task: Int?) { self.task = task }

    func end() { isOpen.withLock { $0 = false } }

    func isHeld(by task: Int?) -> Bool { self.task == task && isOpen.withLock { $0 } }
  }

  /// The connections in transactions of this task and of the tasks that started it.
  @TaskLocal private static var owners: [ObjectIdentifier: Ownership] = [:]

  static func run<R: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ connection: SQLiteConnection, _ body: () async throws -> R
  ) async throws -> R {
    let ownership = Ownership(task: currentTask)
    defer { ownership.end() }
    var owners = owners
    owners[ObjectIdentifier(connection)] = ownership
    return try await $owners.withValue(owners) { try await body() }
  }

  static func require(isNotInTransactionOf connection: SQLiteConnection) {
    guard let owner = owners[ObjectIdentifier(connection)], owner.isHeld(by: currentTask) else { return }
    fatalError(
      """
      SQLiteConnection: a write, a query or a transaction was started on the connection inside its own transaction, \
      and would wait for it for ever. Use the transaction that the closure was given: `try await transaction.query(…)`.
      """)
  }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
