// One read of a late value, from its beginning to its end.
import Activities
import Databases
import LiveQueries

extension LateReader {
  /// Starts the task of a read. Its result counts only while `number` is the newest.
  func read(_ query: Query, numbered number: Int, from start: ContinuousClock.Instant?) -> Task<Void, Never> {
    let activity = connection.activity
    activity.begin()
    let reader: @Sendable () -> LateReader? = { [weak self] in self }
    return Task { [connection, clock] in
      if let start { try? await Task.sleep(until: start, tolerance: .zero, clock: .continuous) }
      var isWanted = true
      while isWanted {
        // The read may not see later commits.
        reader()?.change(number) { $0.readBegan() }
        isWanted = await Self.run(query, number, on: connection, reader: reader)
        guard isWanted else { break }
        // While it rests no work is in progress.
        activity.end()
        isWanted = (try? await clock.sleep(for: Self.restAfterLock)) != nil
        activity.begin()
      }
      reader()?.end(number)
      activity.end()
    }
  }

  /// The rest after a lock has ended a read, so that the read does not hold up the program with the lock.
  private static var restAfterLock: Duration { .seconds(2) }

  /// Reads once. Returns whether a lock ended the read, so that it must be repeated.
  private static func run(
    _ query: Query, _ number: Int, on connection: SQLiteConnection, reader: @escaping @Sendable () -> LateReader?
  ) async -> Bool {
    do {
      let found = try await connection.read { db in
        let before = ThreadTime.now
        let commit = try db.snapshotCommit()
        let value = try query.fetch(db) { progress in
          reader()?.change(number) { $0.readProgressed(progress) }
        }
        return LateState<Query>.Found(
          value: value, work: ThreadTime.now - before, commit: commit, spansCommits: db.spansCommits)
      }
      if found.spansCommits || found.commit == nil {
        // Waits until the batches of these commits are published: they tell whether the commits concern the value.
        await connection.ownCommitsPublished()
        try await connection.lookForOutsideChanges()
      }
      reader()?.change(number) { $0.readFound(found) }
      return false
    } catch is CancellationError {
      return false
    } catch {
      let isLocked = (error as? DatabaseError)?.isBusy == true
      // After another error the next commit starts a new read.
      reader()?.change(number) { $0.readFailed(error, isResting: isLocked) }
      return isLocked && !Task.isCancelled
    }
  }

  /// Ends the read with this number: it has not seen later commits.
  private func end(_ number: Int) {
    let again = change { $0.taskNumber == number ? $0.readEnded() : nil }
    if let again { start(again, replacing: number) }
  }

  private func change(_ number: Int, _ body: (inout LateState<Query>) -> Void) {
    change { if $0.taskNumber == number { body(&$0) } }
  }
}
