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
  /// Runs the body of a write. Where it is interrupted before its end, it throws and says so; what else goes wrong in it
  /// it throws as it is.
  func until<R>(_ interruption: WriteInterruption?, _ body: () throws -> R) throws -> R {
    guard let interruption else { return try body() }
    cancellation = interruption.flag
    defer { cancellation = nil }
    do {
      try checkCancellation()
      let result = try body()
      try checkCancellation()
      return result
    } catch is CancellationError where interruption.flag.isSet {
      throw DatabaseError.stopped
    } catch let error as DatabaseError where interruption.flag.isSet && (error.isInterrupted || error.isBusy) {
      throw DatabaseError.stopped
    }
  }
}
