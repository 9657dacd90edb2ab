// What a value needs that other threads change while tracked closures read it.
//
// The standard library starts to listen only after the tracked closure has returned: a change that another thread makes
// between the read and that moment wakes no observer. So a read also notes the version it saw, and `observe` compares
// the versions once it listens. Every interleaving ends well, given two rules of order:
//
//   reader: access(), then read the value          writer: store the value, then noteChange()
//
//   stored before the read     the run has seen the new value
//   noted before the compare   the versions differ: the closure runs again
//   noted after the compare    the registration stands: the standard library wakes the closure

public import Observation
import Locks

/// The version of one value that any thread may change and tracked closures may read.
///
/// A reader calls `access()` before it reads the value; a writer stores the new value first and calls `noteChange()`
/// after that, outside of the lock that guards the value.
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

  /// Makes the stamp of a value that has not changed yet.
  public init() {}

  /// How often the value has changed. Not tracked.
  public var version: Int { state.withLock { $0.version } }

  /// The transaction of the last change.
  var lastTransaction: Transaction { state.withLock { $0.transaction } }

  /// Says that the present tracked closure, if there is one, is about to read the value.
  public func access() {
    TrackedRun.current?.note(self)
    registrar.access(self, keyPath: \.version)
  }

  /// Says that a new value has been stored; wakes the closures that read it. On any thread.
  public func noteChange() {
    let transaction = Transaction.current
    state.withLock { state in
      state.version += 1
      state.transaction = transaction
    }
    registrar.withMutation(of: self, keyPath: \.version) {}
  }
}
