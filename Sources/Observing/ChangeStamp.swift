// Tracks values that other threads change while tracked closures read them.
//
// The standard library starts to observe only after the tracked closure has returned: a change by another thread
// between the read and that moment wakes no observer. So a read also records the version that it saw, and `observe`
// compares the versions once it observes. Every interleaving is safe with this order:
//
//   reader: access(), then read the value          writer: store the value, then noteChange()
//
//   stored before the read     the run has seen the new value
//   noted before the compare   the versions differ: the closure runs again
//   noted after the compare    the registration is active: the standard library wakes the closure

public import Observation
import Locks

/// The version of a value that any thread may change and tracked closures may read.
///
/// A reader calls `access()` before it reads the value; a writer first stores the new value and then calls
/// `noteChange()`, outside the lock that guards the value.
///
/// ```swift
/// var value: Value { changes.access(); return storage.withLock { $0 } }
/// func deliver(_ value: Value) { storage.withLock { $0 = value }; changes.noteChange() }
/// ```
public final class ChangeStamp: Observable, Sendable {
  private struct State {
    var version = 0
    /// The transaction of the last change.
    var transaction = Transaction()
  }

  private let state = Lock(State())
  private let registrar = ObservationRegistrar()

  /// Makes the stamp of an unchanged value.
  public init() {}

  /// The number of changes of the value. Not tracked.
  public var version: Int { state.withLock { $0.version } }

  /// The transaction of the last change.
  var lastTransaction: Transaction { state.withLock { $0.transaction } }

  /// Records that the current tracked closure, if any, is about to read the value.
  public func access() {
    TrackedRun.current?.note(self)
    registrar.access(self, keyPath: \.version)
  }

  /// Records that a new value has been stored; wakes the closures that have read it. May be called on any thread.
  public func noteChange() {
    let transaction = Transaction.current
    state.withLock { state in
      state.version += 1
      state.transaction = transaction
    }
    registrar.withMutation(of: self, keyPath: \.version) {}
  }
}
