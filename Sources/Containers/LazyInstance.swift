// Instances that a wrapper makes on first use and keeps.

import IssueReporting
import Locks

/// An instance made once, on first use: if two threads use it at once, one makes it and the other waits.
final class LazyInstance<Value> {
  private let factory: Factory<Value>
  private let value = Lock<Value?>(nil)

  init(_ factory: Factory<Value>) { self.factory = factory }

  /// The instance, if it has been made.
  var known: Value? { value.withLock { $0 } }

  func resolved() -> Value {
    if let override = factory.override { return override }
    if let known { return known }
    return factory.alone(for: self) {
      if let known { return known }
      let new = factory()
      set(new)
      return new
    }
  }

  /// Asks the factory again.
  func resolveAgain() -> Value {
    let new = factory()
    set(new)
    return new
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

/// An instance resolved on first use, and held weakly. It is an object, even if `Value` is a protocol.
final class WeakLazyInstance<Value> {
  private struct State {
    var isResolved = false
    weak var object: AnyObject?
  }

  private let factory: Factory<Value>
  private let state = Lock(State())

  init(_ factory: Factory<Value>) { self.factory = factory }

  /// The instance, if it has been made and is held.
  var known: Value? { state.withLock { $0.object } as? Value }

  func resolved() -> Value? {
    if let override = factory.override { return override }
    if state.withLock({ $0.isResolved }) { return known }
    return factory.alone(for: self) {
      if state.withLock({ $0.isResolved }) { return known }
      return resolveAgain()
    }
  }

  /// Asks the factory again.
  func resolveAgain() -> Value {
    let new = factory()
    let type = type(of: new as Any)
    if !(type is AnyObject.Type) {
      reportIssue("Nothing can hold the value \(type) for @WeakLazyInjected. Make it a class, or use @LazyInjected.")
    }
    state.withLock { state in
      state.isResolved = true
      state.object = new as AnyObject
    }
    return new
  }
}

extension WeakLazyInstance: Sendable where Value: Sendable {}
