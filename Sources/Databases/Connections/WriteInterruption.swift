// Lets the caller of a running write end it.
import Locks

/// Ends one write, unless it has committed.
public final class WriteInterruption: Sendable {
  let flag = CancellationFlag(.write)
  private let count = Lock(0)

  /// Makes an interruption for one write.
  public init() {}

  /// Makes the write throw a `DatabaseError` that `isInterrupted`; its changes are rolled back entirely. A write that
  /// is committing or has committed is kept.
  public func interrupt() {
    count.withLock { $0 += 1 }
    flag.set()
  }

  /// The number of calls of `interrupt()`: a time limit and a person may both end a write.
  public var interruptCount: Int { count.withLock { $0 } }

  /// Whether `interrupt()` has been called.
  public var isInterrupted: Bool { flag.isSet }
}

extension WriteInterruption: Equatable {
  /// Whether both are the same object.
  public static func == (one: WriteInterruption, other: WriteInterruption) -> Bool { one === other }
}

extension Database {
  /// Runs the body of a write and its `commit`. If it is interrupted before its end, throws `DatabaseError.stopped`;
  /// rethrows other errors. The transaction must then still be rolled back.
  func until<R>(_ interruption: WriteInterruption?, _ body: () throws -> R, commit: () throws -> Void) throws -> R {
    let flag = interruption?.flag
    waits.interruption = flag
    defer { waits.interruption = nil }
    do {
      let result = try withCancellation(flag) {
        try checkCancellation()
        let result = try body()
        try checkCancellation()
        return result
      }
      // Not cancellable: SQLite may check for cancellation when the commit is done, and would then report it as
      // interrupted.
      try commit()
      return result
    } catch let error where flag?.isSet == true && error.endsCancelledWork {
      throw DatabaseError.stopped
    }
  }
}
