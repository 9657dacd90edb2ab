// Reads that wait for the locks of other programs.
public import Databases

extension SQLiteConnection {
  /// The time before another attempt.
  private static var pauseWhileBusy: Duration { .milliseconds(250) }

  /// Reads like `read`, but waits as long as another program blocks readers. It also waits after a program was killed
  /// during a write, until a program that may write rolls it back. Throws the other errors of `read`, and
  /// `CancellationError` while it waits.
  public func readPatiently<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    while true {
      do {
        return try await read(body)
      } catch let error as DatabaseError where error.isBusy || error.needsRepair {
        try await Task.sleep(for: Self.pauseWhileBusy)
      }
    }
  }

  /// Throws if the file can't be read; waits like `readPatiently`.
  public func requireReadable() async throws {
    try await readPatiently { db in
      try db.withStatement("SELECT count(*) FROM sqlite_schema") { _ = try $0.step() }
    }
  }
}
