// Ending a write that is under way, for its caller.
import Locks

/// Ends one write, as long as it has not committed.
public final class WriteInterruption: Sendable {
  let flag = CancellationFlag(.write)
  private let count = Lock(0)

  /// An interruption for one write.
  public init() {}

  /// Lets the write throw a `DatabaseError` that `isInterrupted`; what it has done is taken back whole. One that
  /// commits at this moment, or has, stays.
  public func interrupt() {
    count.withLock { $0 += 1 }
    flag.set()
  }

  /// How often that was called: a limit of time and a person may both end a write.
  public var interruptCount: Int { count.withLock { $0 } }

  /// Whether that was called.
  public var isInterrupted: Bool { flag.isSet }
}

extension WriteInterruption: Equatable {
  /// Whether both are the same object.
  public static func == (one: WriteInterruption, other: WriteInterruption) -> Bool { one === other }
}

extension Database {
  /// Runs the body of a write and its `commit`. Where it is interrupted before its end, it throws and says so; other
  /// errors it throws as they are. The transaction is then still to be taken back.
  func until<R>(_ interruption: WriteInterruption?, _ body: () throws -> R, commit: () throws -> Void) throws -> R {
    let flag = interruption?.flag
    writeInterruption = flag
    defer { writeInterruption = nil }
    do {
      let result = try withCancellation(flag) {
        try checkCancellation()
        let result = try body()
        try checkCancellation()
        return result
      }
      // Not cancelled itself: SQLite may ask whether to go on when it is done, and would then call it interrupted.
      try commit()
      return result
    } catch let error where flag?.isSet == true && error.endsCancelledWork {
      throw DatabaseError.stopped
    }
  }
}
