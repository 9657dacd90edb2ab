// Instances that are made at their first use and kept by the wrapper that asks for them.

import Locks

/// An instance made at its first use. Of two threads that are first at once, both get what one of them made.
final class LazyInstance<Value> {
  private let factory: Factory<Value>
  private let value = Lock<Value?>(nil)

  init(_ factory: Factory<Value>) { self.factory = factory }

  func resolved() -> Value {
    if let known = value.withLock({ $0 }) { return known }
    let new = factory()
    return value.withLock { value in
      if let value { return value }
      value = new
      return new
    }
  }

  func set(_ new: Value) {
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    withExtendedLifetime(old) {}
  }
}

extension LazyInstance: Sendable where Value: Sendable {}

/// An instance asked for at its first use, and held by others alone.
final class WeakLazyInstance<Value: AnyObject> {
  private struct State {
    var isResolved = false
    weak var object: Value?
  }

  private let factory: Factory<Value>
  private let state = Lock(State())

  init(_ factory: Factory<Value>) { self.factory = factory }

  func resolved() -> Value? {
    let (isResolved, known) = state.withLock { ($0.isResolved, $0.object) }
    if isResolved { return known }
    let new = factory()
    return state.withLock { state in
      if !state.isResolved {
        state.isResolved = true
        state.object = new
      }
      return state.object
    }
  }
}

extension WeakLazyInstance: Sendable where Value: Sendable {}
