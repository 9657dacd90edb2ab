// Ending a write that is under way, for who asked for it and can see it.

/// Ends one write, as long as it has not committed.
public final class WriteInterruption: Sendable {
  let flag = CancellationFlag(.write)

  public init() {}

  /// Lets the write throw a `DatabaseError` that `isInterrupted`; what it has done is taken back whole. One that
  /// commits at this moment, or has, stays.
  public func interrupt() { flag.set() }
}

extension WriteInterruption: Equatable {
  public static func == (one: WriteInterruption, other: WriteInterruption) -> Bool { one === other }
}

extension Database {
  /// Runs the body of a write and its `commit`. Where it is interrupted before its end, it throws and says so; what else
  /// goes wrong it throws as it is. The transaction is then still to be taken back.
  func until<R>(_ interruption: WriteInterruption?, _ body: () throws -> R, commit: () throws -> Void) throws -> R {
    writeInterruption = interruption?.flag
    defer { writeInterruption = nil }
    do {
      let result = try cancellably(interruption?.flag, body)
      try commit()
      return result
    } catch is CancellationError where interruption?.flag.isSet == true {
      throw DatabaseError.stopped
    } catch let error as DatabaseError
      where interruption?.flag.isSet == true && (error.isInterrupted || error.isBusy)
    {
      throw DatabaseError.stopped
    }
  }

  /// Not the commit itself: SQLite may ask whether to go on when it is done, and would then call it interrupted.
  private func cancellably<R>(_ flag: CancellationFlag?, _ body: () throws -> R) throws -> R {
    cancellation = flag
    defer { cancellation = nil }
    try checkCancellation()
    let result = try body()
    try checkCancellation()
    return result
  }
}
