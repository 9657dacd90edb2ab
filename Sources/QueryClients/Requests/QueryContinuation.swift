// Lets a run yield values before its last one.

import IssueReporting
import Locks

/// Receives the values of a run before it ends: progress, or a first part.
///
/// Values yielded after the run has returned are reported as an issue and change nothing.
public struct QueryContinuation<Value: Sendable>: Sendable {
  private let gate: Gate

  /// Passes values on until the run has ended.
  final class Gate: Sendable {
    private let isOpen = Lock(true)
    private let receive: @Sendable (Result<Value, any Error>) -> Void

    init(_ receive: @escaping @Sendable (Result<Value, any Error>) -> Void) { self.receive = receive }

    func close() { isOpen.withLock { $0 = false } }

    func yield(_ result: Result<Value, any Error>) {
      guard isOpen.withLock({ $0 }) else {
        return reportIssue("A query yielded after it had returned. The value is dropped; yield before `fetch` returns.")
      }
      receive(result)
    }
  }

  init(_ gate: Gate) { self.gate = gate }

  /// Makes a separate continuation, to run a request's `fetch` without a store.
  public init(onYield: @escaping @Sendable (Result<Value, any Error>) -> Void) { gate = Gate(onYield) }

  /// Makes `value` the current value of the store; the run continues.
  public func yield(_ value: Value) { gate.yield(.success(value)) }

  /// Makes `error` the error of the store; the value stays, and the run continues.
  public func yield(error: any Error) { gate.yield(.failure(error)) }
}
