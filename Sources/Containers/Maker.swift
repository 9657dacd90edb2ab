// A closure that makes an instance, and its actor.

import CExecutors
import Dispatch

/// A closure that makes an instance, and the actor that it must run on.
struct Maker<Parameter, Value>: Sendable {
  /// Nil if it may run anywhere.
  let isolation: (any Actor)?
  private let make: @Sendable (Parameter) -> Value

  init(_ make: @escaping @isolated(any) @Sendable (Parameter) -> Value) {
    isolation = make.isolation
    // The two function types differ only in the isolation that the compiler knows, not in their calling convention;
    // `callAsFunction` checks the isolation.
    self.make = unsafeBitCast(make, to: (@Sendable (Parameter) -> Value).self)
  }

  init(_ make: @escaping @isolated(any) @Sendable () -> Value) where Parameter == NoParameter {
    isolation = make.isolation
    let plain = unsafeBitCast(make, to: (@Sendable () -> Value).self)
    self.make = { _ in plain() }
  }

  /// Makes an instance; traps if called off the actor. `path` names the factory.
  func callAsFunction(_ parameter: Parameter, path: @autoclosure () -> String) -> Value {
    if let isolation, !isolation.isCurrent { fatalError(misplaced(path(), isolation)) }
    return make(parameter)
  }

  private func misplaced(_ path: String, _ isolation: any Actor) -> String {
    """
    \(path) is made on \(isolation), and was resolved elsewhere. Resolve it with `await factory.resolve()`, or \
    register a closure that isn't isolated.
    """
  }
}

extension Actor {
  /// Whether the calling code runs on this actor. The standard library's own check ends the program if it does not, and
  /// can't tell for most actors.
  fileprivate nonisolated var isCurrent: Bool {
    if (self as AnyObject) === MainActor.shared { return MainQueue.isCurrent }
    let executor = unownedExecutor
    let (identity, implementation) = unsafeBitCast(executor, to: (UnsafeMutableRawPointer, UInt).self)
    // If the task does not tell, the runtime asks the executor's own `isIsolatingCurrentContext`.
    return almanac_is_current_executor(identity, implementation)
  }
}

/// Tells whether the current queue is the main queue.
private enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
