// The work of a screen that goes with an identity: a search with its text, a stream with its record.

/// The work that belongs to a screen while an identity stays the same. A new identity cancels it and starts again;
/// dropping this cancels it.
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

  /// Makes a place for work; none is running.
  public init() {}

  deinit { running?.cancel() }

  /// Runs `operation`, up to its first suspension before this returns; does nothing when it was run for the same `id`.
  public func callAsFunction(id: ID, _ operation: @escaping @MainActor () async -> Void) {
    guard self.id != id else { return }
    self.id = id
    running?.cancel()
    running = Task.immediate { await operation() }
  }

  /// Cancels the work. The next call starts again, whatever its identity.
  public func cancel() {
    id = nil
    running?.cancel()
    running = nil
  }

  /// Returns when the work has ended.
  public func finish() async { await running?.value }
}
