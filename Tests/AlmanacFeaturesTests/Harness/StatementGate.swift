// Holds reads back as long as the test wants.
import Dispatch
import Foundation
import Locks
import Testing

/// Holds back the threads that are to run certain statements, or that request a frame while they run one, until it is
/// opened.
final class StatementGate: Sendable {
  private struct Closure {
    let isHeld: @Sendable (String) -> Bool
    /// Whether the statements have begun, and are held where they request a frame.
    var isAtFrames = false
    /// Each thread that passes signals it for the next one.
    let isOpen = DispatchSemaphore(value: 0)
    /// The threads that run such a statement.
    var threads: Set<ObjectIdentifier> = []
  }

  /// `nil` while it is open.
  private let closure = Lock<Closure?>(nil)
  /// Counts the held statements.
  private let arrived = DispatchSemaphore(value: 0)

  /// From now on holds back statements that contain one of `parts`.
  func close(_ parts: String...) { close { parts.contains(where: $0.contains) } }

  /// From now on holds back statements for which `isHeld` returns true.
  func close(where isHeld: @escaping @Sendable (String) -> Bool) {
    closure.withLock { $0 = Closure(isHeld: isHeld) }
  }

  /// Releases the held statement until it requests a frame, which shows its progress.
  func openUntilFrames() {
    leave { Closure(isHeld: $0.isHeld, isAtFrames: true, threads: $0.threads) }
  }

  /// Releases the held statements, and from now on holds back those for which `isHeld` returns true.
  func open(until isHeld: @escaping @Sendable (String) -> Bool) { leave { _ in Closure(isHeld: isHeld) } }

  /// Releases the held statements, and holds back no more.
  func open() { leave { _ in nil } }

  private func leave(_ next: (Closure) -> Closure?) {
    let isOpen = closure.withLock { closure in
      defer { closure = closure.flatMap(next) }
      return closure?.isOpen
    }
    isOpen?.signal()
  }

  /// Returns when another statement is held. If that takes more than ten minutes, the test fails and goes on.
  func arrival(sourceLocation: SourceLocation = #_sourceLocation) async {
    let isHeld = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: isHeldInTime()) }
    }
    if !isHeld { Issue.record("The gate has held no statement.", sourceLocation: sourceLocation) }
  }

  /// The same, but nothing else runs on this thread until then.
  func blockUntilArrival(sourceLocation: SourceLocation = #_sourceLocation) {
    if !isHeldInTime() { Issue.record("The gate has held no statement.", sourceLocation: sourceLocation) }
  }

  /// Only a statement that never comes takes that long: on a busy machine all scenes wait for one thread.
  private func isHeldInTime() -> Bool { arrived.wait(timeout: .now() + .seconds(600)) == .success }

  /// For the scene: called for each statement, on the thread that is about to run it.
  var trace: @Sendable (String) -> Void {
    { [self] sql in
      hold { closure in
        guard closure.isHeld(sql) else { return false }
        closure.threads.insert(ObjectIdentifier(Thread.current))
        return !closure.isAtFrames
      }
    }
  }

  /// For the scene: called for each requested frame, on the thread that requests it.
  var frameAsked: @Sendable () -> Void {
    { [self] in hold { $0.isAtFrames && $0.threads.contains(ObjectIdentifier(Thread.current)) } }
  }

  private func hold(_ isHeld: (inout Closure) -> Bool) {
    let isOpen = closure.withLock { closure -> DispatchSemaphore? in
      guard var present = closure else { return nil }
      defer { closure = present }
      return isHeld(&present) ? present.isOpen : nil
    }
    guard let isOpen else { return }
    arrived.signal()
    isOpen.wait()
    isOpen.signal()
  }
}
