// The fetches of one screen, which rest while the screen is hidden.

import Locks

/// The fetches that belong to one screen: while it is covered they are paused, and run no query; when it is shown again
/// those that missed a change catch up.
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

  /// The scope to which wrappers made now belong; `nil`: to none.
  @TaskLocal public static var current: FetchScope?

  private let state = Lock(State())

  /// Makes a scope that is not paused.
  public init() {}

  /// Whether its fetches rest.
  public var isPaused: Bool { state.withLock { $0.isPaused } }

  /// From now on changes are only noted. A fetch that is under way ends as usual; a slow one is dropped.
  public func pause() {
    let readers = state.withLock { state -> [any ScopedReader] in
      guard !state.isPaused else { return [] }
      state.isPaused = true
      return state.readers.values.compactMap { $0.reader }
    }
    for reader in readers { reader.scopePaused() }
  }

  /// Fetches what was missed, and follows again.
  public func resume() {
    let readers = state.withLock { state -> [any ScopedReader] in
      guard state.isPaused else { return [] }
      state.isPaused = false
      return state.readers.values.compactMap { $0.reader }
    }
    for reader in readers { reader.scopeResumed() }
  }

  /// The wrappers that `make` makes belong to the scope.
  public func holding<R>(_ make: () throws -> R) rethrows -> R { try Self.$current.withValue(self, operation: make) }

  /// A reader belongs to the scope from now on; it is not kept.
  package func add(_ reader: any ScopedReader) {
    state.withLock { $0.readers[ObjectIdentifier(reader)] = WeakReader(reader: reader) }
  }

  /// A reader is no more.
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

/// A scope equals itself alone: it may stand in value state.
extension FetchScope: Equatable {
  public static func == (a: FetchScope, b: FetchScope) -> Bool { a === b }
}
