// What stands between the connection and its file, and how long it waits for others.

extension SQLiteConnection {
  /// How the connection and its file stand to one another at this moment.
  public var status: FileStatus { board.status }

  /// Calls `observer` after each change of `status`, on the thread that makes it, until the observation is dropped: it
  /// must be quick.
  public func observeStatus(_ observer: @escaping @Sendable () -> Void) -> StatusObservation {
    board.observe(observer)
  }

  /// Runs `body`; notes for `status` that the system has kept it from being done.
  func notingFailure<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as DatabaseError where error.isOfSystem {
      board.change { $0.failure = $0.failure ?? error }
      throw error
    }
  }

  /// How long to wait, from now on, for a lock that another connection holds; `nil` waits until it goes, or until
  /// `giveUpWaiting()`. Waits that are under way are measured by it too.
  ///
  /// A program that waits without end shows `status` to a person who can give up.
  public func waitForLocks(atMost patience: Duration?) { file.lockWaits.patience = patience }

  /// Lets every write that waits for another connection's lock, and those behind it, throw a `DatabaseError` that
  /// `isBusy`; what they have done is taken back whole. So does `release()`. Reads go on waiting: they do no harm.
  public func giveUpWaiting() {
    file.lockWaits.giveUp()
    writer.callAttention()
  }
}
