// One read of a late value, from its beginning to its end.
import Activities
import Databases
import LiveQueries

extension LateReader {
  /// Spawns the task of a read. What it finds counts while it is the newest one, by its number.
  func read(_ query: Query, numbered number: Int, from start: ContinuousClock.Instant?) -> Task<Void, Never> {
    let activity = connection.activity
    activity.begin()
    let reader: @Sendable () -> LateReader? = { [weak self] in self }
    return Task { [connection] in
      if let start { try? await Task.sleep(until: start, tolerance: .zero, clock: .continuous) }
      // What comes from here on the read may not see.
      reader()?.change(number) { $0.readBegan() }
      await Self.run(query, number, on: connection, reader: reader)
      reader()?.end(number)
      activity.end()
    }
  }

  private static func run(
    _ query: Query, _ number: Int, on connection: SQLiteConnection, reader: @escaping @Sendable () -> LateReader?
  ) async {
    do {
      let (found, work, isMixed) = try await connection.read { db in
        let before = ThreadTime.now
        let found = try query.fetch(db) { progress in
          reader()?.change(number) { $0.readProgressed(progress) }
        }
        return (found, ThreadTime.now - before, db.isMixed)
      }
      reader()?.change(number) { $0.readFound(found, work: work, isMixed: isMixed) }
      // The read may have seen a commit before we hear of it: that must not be added to its value.
      await connection.ownCommitsPublished()
    } catch is CancellationError {
      return
    } catch {
      // The next commit has it read again.
      reader()?.change(number) { $0.readFailed(error) }
    }
  }

  /// The read that `number` names has ended: what comes from here on it has not seen.
  private func end(_ number: Int) {
    let again = change { $0.taskNumber == number ? $0.readEnded() : nil }
    if let again { start(again, replacing: number) }
  }

  private func change(_ number: Int, _ body: (inout LateState<Query>) -> Void) {
    change { if $0.taskNumber == number { body(&$0) } }
  }
}
