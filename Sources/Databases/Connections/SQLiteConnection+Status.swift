// The connection's status, and how long it waits for others.

extension SQLiteConnection {
  /// The current status of the connection and its file.
  public var status: FileStatus { board.status }

  /// Calls `observer` after each change of `status`, on the thread that makes it, until the observation is freed. It
  /// must be quick.
  public func observeStatus(_ observer: @escaping @Sendable () -> Void) -> StatusObservation {
    board.observe(observer)
  }

  /// Runs `body`, and records in `status` if the operating system has made it fail.
  func notingFailure<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch {
      noteFailure(error)
      throw error
    }
  }

  /// Records in `status` that an error made a read or write fail, if the operating system made the error. For errors
  /// that the body of a read catches itself.
  package func noteFailure(_ error: any Error) {
    guard let error = error as? DatabaseError, error.isOfSystem else { return }
    board.change { $0.failure = $0.failure ?? error }
  }

  /// Sets how long to wait from now on for a lock that another connection holds; nil: until it is released, or until
  /// `giveUpWaiting()`. It also applies to waits that have begun.
  ///
  /// A program that waits forever should show `status` to a person who can give up.
  public func waitForLocks(atMost patience: Duration?) { file.lockWaits.patience = patience }

  /// Makes every write that waits for another connection's lock, and those queued behind it, throw a `DatabaseError`
  /// that `isBusy`; their changes are rolled back entirely. The same goes for `release()`. Reads keep waiting, which
  /// does no harm.
  public func giveUpWaiting() {
    file.lockWaits.giveUp()
    writer.callAttention()
  }
}
