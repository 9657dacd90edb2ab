// The fetches of one screen, which are paused while the screen is hidden.

import Locks

/// The fetches that belong to one screen. While it is covered they are paused, and run no query; when it is shown
/// again, fetches that have missed a change catch up.
///
/// ```swift
/// let scope = FetchScope()
/// let state = scope.holding { FactsFeature.State() }
/// scope.pause()
/// ```
public final class FetchScope: Sendable {
  private struct State {
    var isPaused = false
    var readers: [ObjectIdentifier: WeakReader] = [:]
  }

  private struct WeakReader {
    weak var reader: (any ScopedReader)?
  }

  /// The scope of wrappers made now; nil: none.
  @TaskLocal public static var current: FetchScope?

  private let state = Lock(State())

  /// Makes a scope that is not paused.
  public init() {}

  /// Whether its fetches are paused.
  public var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Pauses the fetches: changes are only recorded from now on. A running fetch finishes; a reader of slow queries may
  /// drop its run.
  public func pause() {
    let readers = state.withLock { state -> [any ScopedReader] in
      guard !state.isPaused else { return [] }
      state.isPaused = true
      return state.readers.values.compactMap { $0.reader }
    }
    for reader in readers { reader.scopePaused() }
  }

  /// Fetches the missed changes, and follows again.
  public func resume() {
    let readers = state.withLock { state -> [any ScopedReader] in
      guard state.isPaused else { return [] }
      state.isPaused = false
      return state.readers.values.compactMap { $0.reader }
    }
    for reader in readers { reader.scopeResumed() }
  }

  /// Runs `make`; the wrappers that it makes belong to the scope.
  public func holding<R>(_ make: () throws -> R) rethrows -> R { try Self.$current.withValue(self, operation: make) }

  /// Adds a reader to the scope, without keeping it alive.
  package func add(_ reader: any ScopedReader) {
    state.withLock { $0.readers[ObjectIdentifier(reader)] = WeakReader(reader: reader) }
  }

  /// Removes a reader.
  package func remove(_ id: ObjectIdentifier) {
    state.withLock { _ = $0.readers.removeValue(forKey: id) }
  }
}

/// A reader that belongs to a scope.
package protocol ScopedReader: AnyObject, Sendable {
  /// The scope is paused from now on.
  func scopePaused()
  /// The scope is no longer paused.
  func scopeResumed()
}

/// A scope equals only itself, so that value state may contain it.
extension FetchScope: Equatable {
  public static func == (a: FetchScope, b: FetchScope) -> Bool { a === b }
}
