// The work of a screen for an identity: a search for its text, a stream for its record.

/// Work that belongs to a screen while an identity stays the same. A new identity cancels it and starts it again;
/// freeing this object cancels it.
///
/// ```swift
/// observe { [self] in
///   task(id: store.query) { [store] in await store.send(.queryChanged).finish() }
/// }
/// ```
@MainActor
public final class ScreenTask<ID: Equatable> {
  private var id: ID?
  private var running: Task<Void, Never>?

  /// Makes a task that is not running.
  public init() {}

  deinit { running?.cancel() }

  /// Runs `operation`, up to its first suspension before this returns; does nothing if it has already run for this
  /// `id`.
  public func callAsFunction(id: ID, _ operation: @escaping @MainActor () async -> Void) {
    guard self.id != id else { return }
    self.id = id
    running?.cancel()
    running = Task.immediate { await operation() }
  }

  /// Cancels the work. The next call starts it again, whatever its identity.
  public func cancel() {
    id = nil
    running?.cancel()
    running = nil
  }

  /// Returns when the work has ended.
  public func finish() async { await running?.value }
}
